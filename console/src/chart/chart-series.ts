/** What a chart draws as bars. */
export interface ChartSeries {
  name: string;
  /** The custom property that holds its colour. */
  colour: `--${string}`;
  values: readonly number[];
  /** It counts a part of what the series before it does: drawn in front of that, rather than below. */
  isPart?: true;
  /** It is counted apart: drawn below the ground, on the same scale. */
  isApart?: true;
}

/** The places from left to right, and what a chart calls them. */
export interface Axis {
  /** When each place begins. */
  starts: readonly number[];
  /** All of it: "28 days". */
  label: string;
  /** What the mark in each bar stands for. */
  mark: string;
  longName: (at: number) => string;
  /** The name below a place, where it has one. */
  shortName: (at: number, place: number) => string | undefined;
}

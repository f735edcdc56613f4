/** What a chart draws as bars. */
export interface ChartSeries {
  name: string;
  /** The custom property that holds its colour. */
  colour: `--${string}`;
  values: readonly number[];
}

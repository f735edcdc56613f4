/** The guides that the service has with it: those of the project's docs that people at a desk read. */
const FILES = import.meta.glob<string>(
  [
    '../../../docs/{api-keys,backup,client,console,containers,customers,desk,domains,events,kubernetes,licensing,limits,links,mail,monitoring,moving-in}.md',
    '../../../docs/shops/*.md',
    '../../../docs/{offline,operating,plans,portal,reliability,scaling,seats,selling,settings,signing,terms,webhooks,windows}.md',
  ],
  { query: '?raw', import: 'default' },
);

const NAME = /([a-z-]+)\.md$/;

const GUIDES: ReadonlyMap<string, () => Promise<string>> = new Map(
  Object.entries(FILES).map(([path, load]) => [NAME.exec(path)![1], load]),
);

export const guideNames = (): string[] => [...GUIDES.keys()];

/** The text of a guide; undefined when there is none of that name. */
export const readGuide = async (name: string): Promise<string | undefined> => GUIDES.get(name)?.();

import { previewers } from '../../../test/fixtures/previewers';
import { UserAgents } from './user-agents';

const on = (model: string, rest = 'Chrome/130.0.0.0 Mobile Safari/537.36'): string =>
  `Mozilla/5.0 (Linux; Android 13; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;

describe('UserAgents', () => {
  let agents: UserAgents;
  beforeEach(() => {
    agents = new UserAgents();
    agents.find(on('SM-S901B'));
  });

  it.each([
    ['a phone of another model', on('Pixel 7'), { isBot: false, device: 'mobile', os: 'Android', browser: 'Chrome' }],
    ['another version', on('SM-S901B', 'Chrome/9.1 Mobile Safari/1'), { device: 'mobile', browser: 'Chrome' }],
    [
      'another browser',
      on('SM-S901B', 'SamsungBrowser/20.0 Chrome/106.0 Mobile Safari/537.36'),
      { browser: 'Samsung Internet for Android' },
    ],
    ['a tablet', on('Nexus 9', 'Chrome/130.0.0.0 Safari/537.36'), { device: 'tablet' }],
    ['a tablet that is told by its model alone', on('Lenovo Tablet 10'), { device: 'tablet' }],
    [
      'a program with the model of a phone',
      on('Nexus 5X Build/MMB29P', 'Chrome/130.0 Mobile Safari/537.36 (compatible; Googlebot/2.1)'),
      { isBot: true },
    ],
    ['a program that calls itself a model', on('ShopCrawler'), { isBot: true }],
  ])('knows %s behind a phone', (_, text, expected) => {
    expect(agents.find(text)).toMatchObject(expected);
    expect(agents.find(text)).toMatchObject(expected);
    expect(new UserAgents().find(text)).toEqual(agents.find(text));
  });

  it.each([
    ['a program', 'ScanPal EDA51', { isBot: true }],
    ['an iPhone', 'iPhone', { isBot: false, os: 'Android' }],
    ['a television', 'webOS', { isBot: false, os: 'Android' }],
  ])('takes no other phone for what one calls itself that came first: %s', (_, model, expected) => {
    const fresh = new UserAgents();
    expect(fresh.find(on(model))).toMatchObject(expected);
    expect(fresh.find(on('K'))).toEqual({ isBot: false, device: 'mobile', os: 'Android', browser: 'Chrome' });
  });

  it('takes no other app for a program because one of its versions looks like one', () => {
    const app = (version: string) => `${on('K')} [FB_IAB/FB4A;FBAV/${version};]`;
    expect(agents.find(app('1.0'))).toMatchObject({ isBot: true });
    expect(agents.find(app('466.0.0.42'))).toMatchObject({ isBot: false, device: 'mobile' });
  });

  it('takes what looks at links before people do for no person', () => {
    const people = previewers.filter(
      (headers) => Object.keys(headers).length === 1 && !agents.find(headers['user-agent']).isBot,
    );
    expect(people).toEqual([]);
    const outlook =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 Edg/124.0.0.0 OneOutlook/1.2024.529.200';
    expect(agents.find(outlook)).toEqual({ isBot: false, device: 'desktop', os: 'Windows', browser: 'Microsoft Edge' });
  });

  it('tells phones and tablets of Firefox', () => {
    const firefox = (device: string) => `Mozilla/5.0 (Android 13; ${device}; rv:126.0) Gecko/126.0 Firefox/126.0`;
    expect(['Mobile', 'Tablet'].map((device) => agents.find(firefox(device)).device)).toEqual(['mobile', 'tablet']);
  });

  it('classifies phones of other models without another look at their text', () => {
    expect(agents.find(on('Pixel 7'))).toBe(agents.find(on('SM-S901B')));
    expect(agents.find(on('Lenovo Tablet 10'))).not.toBe(agents.find(on('SM-S901B')));
  });

  it.each([
    'Anna Smith 4711 Reader/9a v1',
    `${'x y '.repeat(125)}/9a v1`,
    'Lynx/2.9.0dev.10 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.7.8',
  ])('keeps nothing of the text of a browser that nobody knows: %s', (text) => {
    expect(agents.find(text)).toEqual({ isBot: false, device: '', os: '', browser: '' });
  });

  it('knows browsers that have a name beside the list of names', () => {
    expect(agents.find('Mozilla/5.0 (PlayStation 4 3.11) AppleWebKit/537.73 (KHTML, like Gecko)')).toMatchObject({
      browser: 'PlayStation 4',
    });
  });
});

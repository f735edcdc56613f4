import { type Mark, Routes } from './routes';

const route = (method: string, path: string, ...marks: Mark[]) => ({ method, path, marks });

const routes = new Routes([
  route('GET', '/'),
  route('GET', '/:name', 'hot'),
  route('GET', '/api/things'),
  route('POST', '/api/things', 'form'),
  route('POST', '/api/things/:id', 'form', 'hot'),
  route('POST', '/api/things/Import', 'upload'),
  route('PUT', '/api/things/:id'),
  route('GET', '/pages/all.json', 'probe'),
]);

describe('whether a request is for a route of a mark', () => {
  it.each([
    ['POST', '/api/things', true],
    ['POST', '/API/Things/?a=1', true],
    ['POST', '/api/things/7', true],
    ['POST', '/api/things/a.b%2F?x', true],
    ['PUT', '/api/things/7', false],
    ['GET', '/api/things', false],
    ['POST', '/api/things/7/more', false],
    ['POST', '/api/thingsome', false],
    ['POST', '/x/api/things', false],
  ])('%s %s: %s', (method, url, expected) => {
    expect(routes.marked('form').match(method, url)).toBe(expected);
  });

  it('tells a word from what stands in its place otherwise', () => {
    for (const url of ['/api/things/import', '/api/things/IMPORT/', '/api/things/import?a']) {
      expect([url, routes.marked('form').match('POST', url)]).toEqual([url, false]);
      expect([url, routes.marked('upload').match('POST', url)]).toEqual([url, true]);
    }
    expect(routes.marked('form').match('POST', '/api/things/imports')).toBe(true);
  });

  it('goes by method and pattern where the router has found one', () => {
    const hot = routes.marked('hot');
    expect([hot.include('GET', '/:name'), hot.include('HEAD', '/:name')]).toEqual([true, true]);
    expect([hot.include('POST', '/api/things/:id'), hot.include('PUT', '/api/things/:id')]).toEqual([true, false]);
    expect(hot.include('GET', 'none')).toBe(false);
  });

  it('takes a dot for a dot', () => {
    expect(routes.marked('probe').match('HEAD', '/pages/all.json')).toBe(true);
    expect(routes.marked('probe').match('GET', '/pages/allxjson')).toBe(false);
  });
});

it('tells which methods a path has', () => {
  expect(routes.methodsAt('/api/things')).toEqual(['GET', 'HEAD', 'POST']);
  expect(routes.methodsAt('/api/things/import')).toEqual(['POST', 'PUT']);
  expect(routes.methodsAt('/')).toEqual(['GET', 'HEAD']);
  expect(routes.methodsAt('/anything')).toEqual(['GET', 'HEAD']);
  expect(routes.methodsAt('/api/things/7/more')).toEqual([]);
});

it('tells which words stand where names could', () => {
  expect([...routes.firstSegments()].toSorted()).toEqual(['api', 'pages']);
  expect([...routes.wordsAfter('/api/things')]).toEqual(['import']);
});

it('refuses a pattern that it would misunderstand', () => {
  expect(() => new Routes([route('GET', '/files{/:name}')])).toThrow('/files{/:name}');
});

it('knows a rest of any length, and not what stands before it alone', () => {
  const files = new Routes([route('GET', '/files/*path')]);
  const isKnown = (path: string) => files.methodsAt(path).length > 0;
  expect(['/files/a', '/files/a/b.txt', '/FILES/a/b/', '/files/a?x=/'].filter((path) => !isKnown(path))).toEqual([]);
  expect(['/files', '/files/', '/file/a', '/files?a'].filter(isKnown)).toEqual([]);
});

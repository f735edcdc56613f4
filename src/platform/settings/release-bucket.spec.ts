import { inspect } from 'node:util';
import { readSettings, SettingsError } from './settings';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const LOGIN = `AKIAIOSFODNN7EXAMPLE:${encodeURIComponent(SECRET)}`;
const filesOf = (address: string) => readSettings({ RELEASE_BUCKET: address }).releaseBucket!;

it.each([
  ['bucket.s3.eu-central-1.amazonaws.com', 'https://bucket.s3.eu-central-1.amazonaws.com/', 'eu-central-1'],
  ['s3.eu-west-3.amazonaws.com/bucket/app/', 'https://s3.eu-west-3.amazonaws.com/bucket/app/', 'eu-west-3'],
  ['bucket.s3.amazonaws.com/', 'https://bucket.s3.amazonaws.com/', 'us-east-1'],
  ['files.example.com:9000/bucket?region=auto', 'https://files.example.com:9000/bucket/', 'auto'],
])('RELEASE_BUCKET at %s are those below %s, in %s', (place, address, region) => {
  const { secret, ...files } = filesOf(`https://${LOGIN}@${place}`);
  expect(files).toEqual({ address, region, accessKeyId: 'AKIAIOSFODNN7EXAMPLE' });
  expect(secret.export().toString()).toBe(`AWS4${SECRET}`);
});

it.each([
  'bucket',
  `s3://${LOGIN}@bucket`,
  'https://bucket.s3.amazonaws.com/',
  'https://AKIAIOSFODNN7EXAMPLE@bucket.s3.amazonaws.com/',
  `https://AKIAIOSFODNN7EXAMPLE:${SECRET}@bucket.s3.amazonaws.com/`,
  `https://AKIAIOSFODNN7EXAMPLE:%E0%A4%A@bucket.s3.amazonaws.com/`,
  `https://${LOGIN}@bucket.s3.amazonaws.com/?region=`,
  `https://${LOGIN}@bucket.s3.amazonaws.com/?region=auto&region=auto`,
  `https://${LOGIN}@bucket.s3.amazonaws.com/?style=path`,
  `https://${LOGIN}@bucket.s3.amazonaws.com/#app`,
])('RELEASE_BUCKET=%s is refused without repeating it', (address) => {
  expect(() => filesOf(address)).toThrow(SettingsError);
  expect(() => filesOf(address)).not.toThrow(/wJal|AKIA/);
});

it('is not printed with the settings', () => {
  const settings = readSettings({ RELEASE_BUCKET: `https://${LOGIN}@bucket.s3.amazonaws.com/` });
  expect(inspect(settings, { depth: 9, showHidden: true }) + JSON.stringify(settings)).not.toContain('wJal');
});

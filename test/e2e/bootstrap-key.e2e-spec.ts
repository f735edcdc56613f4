import { keylink } from '../support/command-line';
import { startScenario } from '../support/scenario';
import { ADMIN_KEY, Service } from '../support/service';

describe('another BOOTSTRAP_API_KEY', () => {
  it('is valid beside the earlier one, and the start says so until that is ended', async () => {
    const other = await startScenario();
    const environment = { DATABASE_URL: other.database.url, BOOTSTRAP_API_KEY: 'Kz4wN8sRq2Yt6BvLx9Mc3HdF' };
    const warning = 'An earlier BOOTSTRAP_API_KEY, Vq3x9TzK… with the id 1, is still valid beside this one.';
    try {
      const changed = await Service.start(environment);
      for (const key of [ADMIN_KEY, environment.BOOTSTRAP_API_KEY]) {
        expect((await changed.client(key).get('/api/keys?limit=1')).status).toBe(200);
      }
      expect([other.service.output, changed.output]).toEqual([
        expect.not.stringContaining('still valid'),
        expect.stringContaining(warning),
      ]);
      expect(changed.output).toContain('npm run keylink -- api-keys revoke 1');
      await changed.stop();
      await keylink(environment, 'api-keys', 'revoke', '1');
      const again = await Service.start(environment);
      expect(again.output).not.toContain('still valid');
      expect((await again.client(ADMIN_KEY).get('/api/keys?limit=1')).status).toBe(401);
      await again.stop();
    } finally {
      await other.close();
    }
  });

  it('that could be guessed stops the start, and the sentence says what to do', async () => {
    for (const key of ['changeme-changeme-changeme', 'a'.repeat(32)]) {
      const start = Service.start({ DATABASE_URL: 'sqlite::memory:', BOOTSTRAP_API_KEY: key });
      await expect(start).rejects.toThrow(/BOOTSTRAP_API_KEY: could be guessed; use .* "openssl rand -hex 32"/);
      await start.catch((error: Error) => expect(error.message).not.toContain(key));
    }
  });
});

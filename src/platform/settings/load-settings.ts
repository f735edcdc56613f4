import { existsSync } from 'node:fs';
import { readSettings, type Settings } from './settings';

/** Reads the environment, which overrides `.env` in the working folder. @throws {SettingsError} */
export function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

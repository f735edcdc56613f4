import { existsSync } from 'node:fs';
import { readSettings, type Settings } from './settings';

/**
 * The settings of this process: its environment, and below it the file `.env` of the folder it was started in.
 * @throws {SettingsError} naming each wrong variable and what would be right
 */
export function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

import { Injectable } from '@nestjs/common';

/** What a User-Agent says of a browser; empty if it doesn't. */
export interface Agent {
  readonly isBot: boolean;
  readonly device: string;
  readonly os: string;
  readonly browser: string;
}

const MOST_KEPT = 2000;
/** Longer ones are cut: their time is bounded. */
const LONGEST = 512;

/** Classifies User-Agents, and keeps the answers by their text without versions. */
@Injectable()
export class UserAgents {
  private readonly known = new Map<string, Agent>();

  find(text: string | undefined): Agent {
    const cut = (text ?? '').slice(0, LONGEST);
    const key = cut.replace(/\/[\d.]+/g, '/');
    const known = this.known.get(key);
    if (known) return known;
    if (this.known.size >= MOST_KEPT) this.known.delete(this.known.keys().next().value!);
    const agent = classify(cut);
    this.known.set(key, agent);
    return agent;
  }
}

const UNKNOWN: Agent = { isBot: false, device: '', os: '', browser: '' };
const BOT: Agent = { ...UNKNOWN, isBot: true };

/** The packages are loaded with the first visit: processes that follow no links don't need their memory. */
function classify(text: string): Agent {
  const { isbot } = require('isbot') as typeof import('isbot');
  if (isbot(text)) return BOT;
  if (text === '') return UNKNOWN;
  const { parse } = require('bowser') as typeof import('bowser');
  const { browser, os, platform } = parse(text);
  return { isBot: false, device: platform.type ?? '', os: os.name ?? '', browser: browser.name ?? '' };
}

import { Injectable } from '@nestjs/common';
import { setNewest } from '../../platform/limits/newest-entries';

/** Properties of a browser according to its User-Agent; empty if unknown. */
export interface Agent {
  readonly isBot: boolean;
  readonly device: string;
  readonly os: string;
  readonly browser: string;
}

const MOST_KEPT = 2000;
/** Longer ones are cut, to bound the parsing time. */
const LONGEST = 512;

const VERSIONS = /\/[\d.]+/g;
/** Phones have tens of thousands of models, which don't matter here. */
const MODEL = /(Android [\d.]+; )([^;()]{1,64})/;
/** Models by which tablets and televisions are told, and what Firefox calls each phone. */
const TELLING = /tab|pad|nexus|kf|silk|tv|box|mobi/i;

/**
 * Classifies User-Agents, and keeps the answers by their text; what browsers are, also by their text without versions and
 * models of phones. That text alone is what is parsed: a phone that calls itself an iPhone must not answer for all others.
 */
@Injectable()
export class UserAgents {
  private readonly recent = new Map<string, Agent>();
  private readonly kinds = new Map<string, Agent>();

  find(text: string | undefined): Agent {
    const cut = (text ?? '').slice(0, LONGEST);
    const recent = this.recent.get(cut);
    if (recent) return recent;
    const agent = isBot(cut) ? BOT : this.findKind(kindOf(cut));
    setNewest(this.recent, MOST_KEPT, cut, agent);
    return agent;
  }

  private findKind(kind: string): Agent {
    const known = this.kinds.get(kind);
    if (known) return known;
    const agent = classify(kind);
    setNewest(this.kinds, MOST_KEPT, kind, agent);
    return agent;
  }
}

function kindOf(text: string): string {
  return text
    .replace(VERSIONS, '/1')
    .replace(MODEL, (all, system: string, model: string) => (TELLING.test(model) ? all : system));
}

/** Office, which looks at a link before it opens the browser, and apps of Android and Apple that fetch a page themselves. */
const BESIDE_ISBOT = /\bms-?office\b|^Microsoft Office\b|^Dalvik\/|\bCFNetwork\//i;

const UNKNOWN: Agent = { isBot: false, device: '', os: '', browser: '' };
const BOT: Agent = { ...UNKNOWN, isBot: true };

// The packages are loaded with the first visit: processes that follow no links don't need their memory.

/** By the whole text: programs name themselves where others have a model or a version, too. */
function isBot(text: string): boolean {
  const { isbot } = require('isbot') as typeof import('isbot');
  return isbot(text) || BESIDE_ISBOT.test(text);
}

/** Names of browsers. Of one that it doesn't know, `bowser` returns the User-Agent's own text, which is kept nowhere. */
let browsers: ReadonlySet<string> | undefined;
const BESIDE_MAP = ['Miui', 'Opera Touch', 'PlayStation 4', 'SlimerJS'];

function classify(kind: string): Agent {
  if (kind === '') return UNKNOWN;
  const bowser = require('bowser') as typeof import('bowser');
  const { browser, os, platform } = bowser.parse(kind);
  browsers ??= new Set([...Object.values(bowser.BROWSER_MAP), ...BESIDE_MAP]);
  const name = browser.name ?? '';
  return {
    isBot: false,
    device: platform.type ?? '',
    os: os.name ?? '',
    browser: browsers.has(name) ? name : '',
  };
}

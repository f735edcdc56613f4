import { Agent, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { licenseKey, linkName, seedKeys, seedLinks } from '../../../bench/databases/seed';
import { readText, send } from '../../../bench/load/http-client';
import type { RequestLine } from '../../../bench/load/request-line';

/** Every check carries a text of its own, by which its log is found. */
export const MARK = 'hot-';
/** Few, so that all instances write the same rows all the time. */
const HOT_KEYS = 8;
const HOT_LINKS = 6;
/** Node-locked license keys that nobody has used: the first check pins one to its address. */
export const FIRST_LOCKED = HOT_KEYS + 1;
const LOCKED_KEYS = 100;
/** So many checks in a row try to pin the same one. */
const CHECKS_OF_A_LOCKED = 24;
/** Has a limit that is never reached, and one that is reached during the load. */
const LIMITED_LINK = HOT_LINKS + 1;
const ENDING_LINK = HOT_LINKS + 2;
export const ENDING_NAME = linkName(ENDING_LINK);
export const MOST_VISITS = 50;
/** After a refusal, so that a cluster that is away isn't asked as fast as a machine can. */
const PAUSE_MS = 50;

/** What is sent, in turn. */
const TURNS: readonly Turn[] = [
  'check',
  'visit',
  'check',
  'limited',
  'check',
  'visit',
  'check',
  'pin',
  'visit',
  'check',
  'ending',
  'visit',
];
type Turn = 'check' | 'pin' | 'visit' | 'limited' | 'ending';

export interface HotLoadOptions {
  /** To each instance. */
  readonly connections: number;
  /** Between an answer and the next request of its connection, in milliseconds. */
  readonly pauseMs?: number;
  /** What is sent, in turn; by default everything. */
  readonly turns?: readonly Turn[];
}

/** One request and what came of it. */
interface HotExchange {
  readonly kind: Turn;
  /** Which instance it was sent to. */
  readonly instance: number;
  /** When it was sent, by `performance.now()`. */
  readonly sentAt: number;
  /** How long its answer took, in milliseconds. */
  readonly ms: number;
  /** HTTP status of its answer; 0 when the connection failed instead. */
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** What the connection failed of. */
  readonly failure: string | undefined;
}

/** Visits of one link: those that were redirected, and those that may or may not have been counted. */
interface HotVisits {
  answered: number;
  unknown: number;
}

/** A verdict and the end of a link are answers, although their status says no. */
export function isAnswer({ kind, status }: Pick<HotExchange, 'kind' | 'status'>): boolean {
  if (kind === 'check') return status === 200;
  if (kind === 'pin') return status === 200 || status === 403;
  return status === 302 || (kind === 'ending' && status === 410);
}

/** What a hot load asks about. */
export async function seedHotRecords(dataSource: DataSource): Promise<void> {
  await seedKeys(dataSource, HOT_KEYS + LOCKED_KEYS);
  await seedLinks(dataSource, ENDING_LINK);
  await dataSource.query(`UPDATE license_keys SET locked = 1 WHERE id >= ${FIRST_LOCKED}`);
  await dataSource.query(`UPDATE links SET maxVisits = 1000000000 WHERE id = ${LIMITED_LINK}`);
  await dataSource.query(`UPDATE links SET maxVisits = ${MOST_VISITS} WHERE id = ${ENDING_LINK}`);
}

/**
 * Clients of several instances that all use the same few license keys and links, and remember every answer. Those of
 * each instance have an address of their own, so that they compete for the node-locked keys.
 */
export class HotLoad {
  readonly exchanges: HotExchange[] = [];
  /** The verdict that was answered, by the mark of the check. */
  readonly answeredChecks = new Map<string, string>();
  /** By the name of the link. */
  readonly visits = new Map<string, HotVisits>();
  /** The addresses whose checks passed, by the id of the node-locked key. */
  readonly pins = new Map<number, Set<string>>();
  /** Answers that don't belong to their request, or that can't be right. */
  readonly wrongAnswers: string[] = [];
  /** When the load began, by `performance.now()`. */
  readonly from = performance.now();
  /** When it was told to end. */
  to = Infinity;
  private sent = 0;
  private stopped = false;
  /** When the ending link was first answered to be over. */
  private overAt = Infinity;
  private readonly ended: Promise<unknown>;

  /** @param urls of instances that believe 127.0.0.1 (`TRUST_PROXY`): addresses are told by a header */
  constructor(
    readonly urls: readonly string[],
    private readonly options: HotLoadOptions,
  ) {
    this.ended = Promise.all(urls.map((_, instance) => this.load(instance)));
  }

  /** Every request that was sent is still waited for. */
  async finish(): Promise<void> {
    this.stopped = true;
    this.to = performance.now();
    await this.ended;
  }

  private get turns(): readonly Turn[] {
    return this.options.turns ?? TURNS;
  }

  private async load(instance: number): Promise<void> {
    const { connections } = this.options;
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    await Promise.all(Array.from({ length: connections }, () => this.loadOne(instance, agent)));
    agent.destroy();
  }

  private async loadOne(instance: number, agent: Agent): Promise<void> {
    const { pauseMs = 0 } = this.options;
    while (!this.stopped) {
      const number = this.sent++;
      const kind = this.turns[number % this.turns.length];
      const sentAt = performance.now();
      const ended = (status: number, retryAfter?: string, failure?: string): HotExchange => {
        const exchange = { kind, instance, sentAt, ms: performance.now() - sentAt, status, retryAfter, failure };
        this.exchanges.push(exchange);
        return exchange;
      };
      const exchange = await this.exchange(kind, number, instance, agent).then(
        ({ statusCode = 0, headers }) => ended(statusCode, headers['retry-after']),
        (error: unknown) => ended(0, undefined, (error as NodeJS.ErrnoException).code ?? String(error)),
      );
      const pause = isAnswer(exchange) ? pauseMs : PAUSE_MS;
      if (pause > 0) await sleep(pause);
    }
  }

  private exchange(kind: Turn, number: number, instance: number, agent: Agent): Promise<IncomingMessage> {
    const mark = `${MARK}${number}`;
    // So that a number doesn't always meet the same kind.
    const round = Math.floor(number / this.turns.length);
    const client = { instance, agent, mark };
    if (kind === 'check') return this.check(1 + ((round + number) % HOT_KEYS), client);
    if (kind === 'pin') return this.pin(FIRST_LOCKED + (Math.floor(round / CHECKS_OF_A_LOCKED) % LOCKED_KEYS), client);
    if (kind === 'limited') return this.visit(kind, linkName(LIMITED_LINK), client);
    if (kind === 'ending') return this.visit(kind, ENDING_NAME, client);
    return this.visit(kind, linkName(1 + ((round + number) % HOT_LINKS)), client);
  }

  private async check(record: number, client: Client): Promise<IncomingMessage> {
    const { response, status, pass } = await this.ask(record, client);
    if (status !== undefined && (status !== 'AUTHORISED' || !pass)) {
      this.wrongAnswers.push(`${client.mark}: ${status}`);
    }
    return response;
  }

  private async pin(record: number, client: Client): Promise<IncomingMessage> {
    const { response, status, pass } = await this.ask(record, client);
    if (status === undefined) return response;
    if (pass !== (status === 'AUTHORISED') || !['AUTHORISED', 'NOT AUTHORISED'].includes(status)) {
      this.wrongAnswers.push(`${client.mark}: ${status}`);
    }
    if (pass) this.pins.set(record, (this.pins.get(record) ?? new Set()).add(addressOf(client.instance)));
    return response;
  }

  /** @returns no verdict where none was given */
  private async ask(record: number, client: Client) {
    const body = JSON.stringify({ id: licenseKey(record), info: client.mark });
    const response = await this.send({ method: 'POST', path: '/api/check', body }, client);
    const text = await readText(response);
    if (response.statusCode !== 200 && response.statusCode !== 403) return { response };
    const { status, pass } = JSON.parse(text) as { status?: string; pass?: boolean };
    if (status !== undefined) this.answeredChecks.set(client.mark, status);
    return { response, status, pass };
  }

  private async visit(kind: Turn, name: string, client: Client): Promise<IncomingMessage> {
    const visits = this.visits.get(name) ?? { answered: 0, unknown: 0 };
    this.visits.set(name, visits);
    const sentAt = performance.now();
    // Counted as such until it is answered.
    visits.unknown++;
    const response = await this.send({ method: 'GET', path: `/${name}` }, client);
    await readText(response);
    const { statusCode = 0 } = response;
    if (isAnswer({ kind, status: statusCode })) visits.unknown--;
    if (statusCode === 302) visits.answered++;
    if (kind !== 'ending') return response;
    if (statusCode === 302 && sentAt > this.overAt) this.wrongAnswers.push(`${client.mark}: redirected after the end`);
    if (statusCode === 410) this.overAt = Math.min(this.overAt, performance.now());
    return response;
  }

  /** The service repeats the id of a request in its answer; the reference servers have none. */
  private async send(line: RequestLine, { instance, agent, mark }: Client): Promise<IncomingMessage> {
    const headers = { 'x-request-id': mark, 'x-forwarded-for': addressOf(instance) };
    const response = await send(this.urls[instance], { ...line, headers }, agent);
    const answered = response.headers['x-request-id'];
    if (answered !== undefined && answered !== mark) {
      this.wrongAnswers.push(`${mark} got the answer of ${String(answered)}`);
    }
    return response;
  }
}

interface Client {
  readonly instance: number;
  readonly agent: Agent;
  readonly mark: string;
}

const addressOf = (instance: number): string => `203.0.113.${instance + 1}`;

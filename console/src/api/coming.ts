// Types of operations that the service's document doesn't tell of yet. What it does tell of is in schema.d.ts.
import type { components, paths } from './schema';

export type LicenseKey = components['schemas']['LicenseKeyDto'];
export type Flag = 'true' | 'false';

export interface Me {
  name: string;
  scopes: string[];
  via: 'apiKey' | 'session';
  role?: 'viewer' | 'support' | 'developer' | 'admin';
  apiKeyId: number | null;
  sessionId?: number;
  expiresAt?: number;
  version: string;
}
export interface SignInWays {
  apiKey: boolean;
  openId: { name: string } | null;
}
export interface Session {
  id: number;
  name: string;
  scopes: string[];
  role?: Me['role'];
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
  address: string;
  via: 'apiKey' | 'openId';
  isCurrent: boolean;
}
export interface LogOfAny {
  id: number;
  key: number;
  timeAt: string;
  ip: string;
  details: string;
  status: string;
  uid: string;
  pid: number;
  licenseKey?: string;
}
export interface LogFilter {
  status?: string[];
  pass?: boolean;
  ip?: string;
  key?: string;
  pid?: number;
  from?: number;
  to?: number;
  limit?: number;
  before?: number;
}
export interface CheckStats {
  by: 'hour' | 'day';
  from: number;
  to: number;
  upTo: number;
  rows: { at: number; status: string; pid?: number; count: number }[];
}
export interface VisitStats {
  by: 'hour' | 'day';
  from: number;
  to: number;
  upTo: number;
  rows: { at: number; count: number }[];
}
export interface KeyStats {
  expiring: { days: number; count: number }[];
  most: number;
}
export interface ExplainedRule {
  rule: 'exists' | 'disabled' | 'active' | 'expiry' | 'product' | 'address' | 'seats';
  label: string;
  outcome: 'passed' | 'refused' | 'notReached' | 'notJudged';
  saw: string;
}
export interface ExplainRequest {
  id: string;
  pid?: number;
  device?: string;
  address?: string;
  at?: number;
}
export interface Explanation {
  status: string;
  pass: boolean;
  details: string;
  at: number;
  address: string;
  licenseKey?: LicenseKey;
  seats?: { of: number; taken: number };
  freeAt?: number;
  rules: ExplainedRule[];
  /** What a real check would change, in sentences. */
  effects: string[];
}
export type KeyFilter = Omit<NonNullable<paths['/api/keys']['get']['parameters']['query']>, 'limit' | 'after'> & {
  uidPrefix?: string;
};
export interface KeyChange {
  disabled?: boolean;
  status?: boolean;
  locked?: boolean;
  ip?: string;
  expiresAt?: number;
  extendDays?: number;
  seats?: number;
  leaseSeconds?: number;
}
export interface BulkChange {
  ids?: number[];
  filter?: KeyFilter;
  change: KeyChange;
  preview?: boolean;
}
export interface BulkPreview {
  examples: { before: LicenseKey; after: LicenseKey; msg?: string }[];
  matched: number;
  more: boolean;
}
export interface BulkJob {
  id: number;
  state: 'running' | 'done' | 'cancelled' | 'failed';
  change: KeyChange;
  ids?: number;
  filter?: KeyFilter;
  processed: number;
  changed: number;
  unchanged: number;
  failed: number;
  /** The share that is done, 0 to 1. */
  progress: number;
  createdAt: number;
  endedAt: number | null;
  creator: string;
  requestId: string;
  msg?: string;
}
/** What became of one license key of a bulk change. */
export interface ChangedKey {
  id: number;
  key?: string;
  outcome: 'changed' | 'unchanged' | 'failed';
  msg?: string;
}
export interface Finding {
  check: string;
  status: 'ok' | 'warning' | 'failed';
  message: string;
}

interface Answers<Out> {
  200: { headers: Record<string, unknown>; content: { 'application/json': Out } };
}
/** An operation that reads or does something, without a body. */
interface Plain<Out, Query = never> {
  parameters: { query?: Query; header?: never; path?: never; cookie?: never };
  requestBody?: never;
  responses: Answers<Out>;
}
interface Numbered<Out> {
  parameters: { query?: never; header?: never; path: NumberedPath; cookie?: never };
  requestBody?: never;
  responses: Answers<Out>;
}
interface WithBody<Out, Body> {
  parameters: { query?: never; header?: never; path?: never; cookie?: never };
  requestBody: { content: { 'application/json': Body } };
  responses: Answers<Out>;
}
interface NumberedPath {
  id: number;
}
interface Range {
  from?: number;
  to?: number;
  by?: 'hour' | 'day';
}

interface ComingPaths {
  '/api/me': { get: Plain<Me> };
  '/api/sign-in': { get: Plain<SignInWays> };
  '/api/sessions': { get: Plain<Session[], { limit?: number; before?: number }>; post: Plain<Session> };
  '/api/sessions/current': { delete: Plain<undefined> };
  '/api/sessions/{id}': { delete: Numbered<undefined> };
  '/api/logs': { get: Plain<LogOfAny[], LogFilter> };
  '/api/stats/checks': { get: Plain<CheckStats, Range & { pid?: number; status?: string; products?: boolean }> };
  '/api/stats/visits': { get: Plain<VisitStats, Range> };
  '/api/stats/keys': { get: Plain<KeyStats> };
  '/api/check/explain': { post: WithBody<Explanation, ExplainRequest> };
  '/api/keys': Omit<paths['/api/keys'], 'get' | 'put'> & {
    get: Plain<LicenseKey[], KeyFilter & { limit?: number; after?: number }>;
    put: WithBody<BulkPreview | BulkJob, BulkChange>;
  };
  '/api/keys/bulk': Omit<paths['/api/keys/bulk'], 'get'> & {
    get: Plain<BulkJob[], { limit?: number; before?: number }>;
  };
  '/api/keys/bulk/{id}': {
    get: Numbered<BulkJob>;
    delete: Numbered<BulkJob>;
  };
  '/api/doctor': { get: Plain<{ findings: Finding[] }> };
}

export type Paths = Omit<paths, keyof ComingPaths> & ComingPaths;

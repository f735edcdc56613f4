/** The part of autocannon, which has no types of its own, that the benchmark uses. */
declare module 'autocannon' {
  interface AutocannonRequest {
    method: string;
    path: string;
    body?: string;
  }

  interface AutocannonOptions {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers: Record<string, string>;
    /** Whether each `[<id>]` of a request becomes another text. */
    idReplacement: boolean;
    /** Called for each connection. */
    setupClient(client: { setRequests(requests: AutocannonRequest[]): void }): void;
  }

  /** Latencies are in milliseconds. */
  interface AutocannonResult {
    duration: number;
    requests: { total: number };
    latency: { p50: number; p99: number };
    errors: number;
    timeouts: number;
    '4xx': number;
    '5xx': number;
  }

  export default function autocannon(options: AutocannonOptions): Promise<AutocannonResult>;
}

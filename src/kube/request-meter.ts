/** The client's metrics, named as client-go names them. */
import type { Metrics } from '../telemetry/metrics.ts';
import { isApiError } from './api-error.ts';

export class RequestMeter {
  readonly #metrics: Metrics;
  readonly #host: string;

  constructor(metrics: Metrics, host: string) {
    this.#metrics = metrics;
    this.#host = host;
  }

  /** `durationMs` runs from the first byte sent to the last byte received (of a watch: the first). */
  answered(verb: string, code: string, durationMs: number): void {
    this.#metrics.count('rest_client_requests_total', { code, method: METHODS[verb] ?? 'GET', host: this.#host });
    this.#metrics.observe('rest_client_request_duration_seconds', durationMs / 1000, { verb, host: this.#host });
  }

  /** A request without an answer. One that was refused here was none. */
  failed(verb: string, error: unknown): void {
    if (isApiError(error, 'Refused')) return;
    this.#metrics.count('rest_client_requests_total', {
      code: '<error>',
      method: METHODS[verb] ?? 'GET',
      host: this.#host,
    });
  }
}

const METHODS: Readonly<Record<string, string>> = { create: 'POST', update: 'PUT', patch: 'PATCH', delete: 'DELETE' };

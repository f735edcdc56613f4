import type { Type } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { EVENTS } from './groups';

/** A type of event, as its feature registers it. */
export interface DescribedEvent {
  readonly name: string;
  readonly when: string;
  readonly data: Type<object>;
}

/** Name of the schema that all events share. */
const EVENT = 'EventDto';

/** Documents each type of event under `webhooks`: its `data`, in the feed too. */
export function withEvents(document: OpenAPIObject, types: readonly DescribedEvent[]): OpenAPIObject {
  const webhooks = Object.fromEntries(
    types.map(({ name, when, data }) => [
      name,
      {
        post: {
          operationId: name,
          tags: [EVENTS],
          summary: when,
          security: [],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  allOf: [
                    { $ref: getSchemaPath(EVENT) },
                    { type: 'object', properties: { type: { const: name }, data: { $ref: getSchemaPath(data) } } },
                  ],
                },
              },
            },
          },
          responses: {
            '2XX': { description: 'The receiver has it.' },
            '410': { description: 'Nobody receives this webhook any more: it is switched off.' },
            default: { description: 'It is tried again.' },
          },
        },
      },
    ]),
  );
  return Object.assign(document, { webhooks });
}

import type { Type } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { EVENTS } from './groups';

/** A type of event, as its feature registers it. */
export interface DescribedEvent {
  readonly name: string;
  readonly when: string;
  readonly data: Type<object>;
}

/** The name of the schema that all events have in common. */
const EVENT = 'EventDto';

/** Describes each type of event under `webhooks`: what its `data` is, in the feed too. Their schemas are in the document. */
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

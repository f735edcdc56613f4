// Reads an OpenAPI document from standard input, and prints what Redocly's and Scalar's linters say of it, as JSON. In a process
// of its own: Jest can't load their modules on Node 20.
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { validate } from '@scalar/openapi-parser';

const document = await text(process.stdin);
const config = await createConfig({ extends: ['recommended'] });
const problems = await lintFromString({ source: document, config });
const { valid, version, errors = [] } = await validate(document);
const redocly = problems
  .map(({ severity, ruleId, location }) => `${severity} ${ruleId} ${location[0].pointer ?? ''}`)
  .toSorted();
console.log(JSON.stringify({ redocly, scalar: { valid, version, errors } }));

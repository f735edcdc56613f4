import { PickType } from '@nestjs/swagger';
import { recordEvents } from '../../platform/events/event-types';
import { ApiKeyDto } from './dto/api-key.dto';

class ToldApiKeyDto extends PickType(ApiKeyDto, ['name', 'prefix', 'scopes', 'expiresAt', 'revokedAt']) {}

class ApiKeyEventDto {
  /** The API key, without its secret. @example { "name": "shop", "prefix": "kl_Vb3x", "scopes": ["check"] } */
  apiKey: ToldApiKeyDto;
}

class ChangedApiKeyEventDto extends ApiKeyEventDto {
  /** The former values of what changed; null if there was none. @example { "name": "shop" } */
  previous: object;
}

export const API_KEY_EVENTS = recordEvents({
  record: 'apiKey',
  types: {
    create: { name: 'apiKey.created', when: 'An API key was created.', data: ApiKeyEventDto },
    update: { name: 'apiKey.updated', when: 'An API key was changed.', data: ChangedApiKeyEventDto },
    rotate: { name: 'apiKey.rotated', when: 'An API key got a new secret.', data: ChangedApiKeyEventDto },
    revoke: { name: 'apiKey.revoked', when: 'An API key was revoked.', data: ChangedApiKeyEventDto },
  },
});

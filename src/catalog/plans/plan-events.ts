import { recordEvents } from '../../platform/events/event-types';
import { PlanDto } from './dto/plan.dto';

class PlanEventDto {
  /** The plan. @example { "id": 1, "product": 6, "code": "pro", "name": "Pro" } */
  plan: PlanDto;
}

class ChangedPlanEventDto extends PlanEventDto {
  /** The former values of what changed; null if there was none. @example { "seats": 2 } */
  previous: object;
}

export const PLAN_EVENTS = recordEvents({
  record: 'plan',
  types: {
    create: { name: 'plan.created', when: 'A plan was created.', data: PlanEventDto },
    update: { name: 'plan.updated', when: 'A plan was changed.', data: ChangedPlanEventDto },
    delete: { name: 'plan.deleted', when: 'A plan was deleted.', data: PlanEventDto },
  },
  about: ({ product }) => ({ product: product as number }),
});

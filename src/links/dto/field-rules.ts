export const URL_TEXT_RULE = { message: 'url must be text.' };
export const NAME_TEXT_RULE = { message: 'name must be text.' };
export const MAX_VISITS_RULE = { message: 'maxVisits must be an integer of at least 1.' };
export const NEW_MAX_VISITS_RULE = { message: 'maxVisits must be an integer of at least 1, or 0 for no limit.' };

interface Kind {
  readonly statuses: readonly number[];
  /** For API clients. */
  readonly meaning: string;
}

/** Codes in the header `x-error-code`. A released code keeps its meaning. */
export const ERROR_CODES = {
  'apiKey.invalid': { statuses: [401], meaning: 'The API key is missing, wrong, revoked or expired.' },
  'apiKey.ended': { statuses: [401], meaning: 'The API key was revoked, rotated or expired during a long request.' },
  'licenseKeyAuth.off': {
    statuses: [401],
    meaning: 'A license key was sent instead of an API key, and `LICENSE_KEY_AUTH` is not set.',
  },
  'session.ended': { statuses: [401], meaning: 'The session is unknown or has ended.' },
  'session.repeated': { statuses: [401], meaning: 'The request has two session cookies.' },
  'scope.missing': { statuses: [403], meaning: 'The caller lacks the scope that the operation needs.' },
  'origin.foreign': { statuses: [403], meaning: 'A page of another site used the session.' },
  'origin.notNavigation': { statuses: [403], meaning: 'A page loaded a sign-in instead of linking to it.' },
  'licenseKey.notAuthorised': { statuses: [403], meaning: 'A check: the client address may not use the license key.' },
  'field.invalid': { statuses: [400], meaning: 'A field, parameter or header is missing or has a wrong value.' },
  'field.unknown': { statuses: [400], meaning: 'The request has a field that the operation does not know.' },
  'body.malformed': { statuses: [400], meaning: 'The body is not a JSON object in UTF-8, or is nested too deeply.' },
  'body.incomplete': { statuses: [400], meaning: 'The body did not arrive whole.' },
  'body.tooLarge': { statuses: [413], meaning: 'The body is too large.' },
  'body.unsupported': { statuses: [415], meaning: 'The content type is not one that the operation takes.' },
  'query.tooLong': { statuses: [400], meaning: 'The query or form has too many parameters.' },
  'header.repeated': { statuses: [400], meaning: 'A header that may be sent only once was sent twice.' },
  'header.missing': { statuses: [400], meaning: 'The `Host` header is missing.' },
  'header.tooLarge': { statuses: [431], meaning: 'The headers are too large.' },
  'path.malformed': { statuses: [400], meaning: 'The path has a % that encodes nothing.' },
  'path.notFound': { statuses: [404], meaning: 'There is nothing at this path.' },
  'method.notAllowed': { statuses: [405], meaning: 'The path exists, but not for this method; see `Allow`.' },
  'request.malformed': { statuses: [400], meaning: 'The request is not valid HTTP.' },
  'request.tooSlow': { statuses: [408], meaning: 'The request took too long to arrive.' },
  'request.expectation': { statuses: [417], meaning: 'The `Expect` header asks for something unknown.' },
  'request.transferCoding': { statuses: [400, 501], meaning: 'The body has an unknown transfer coding.' },
  'range.invalid': { statuses: [400], meaning: 'The range of time is empty, or too long to be counted.' },
  'idempotencyKey.otherBody': { statuses: [409], meaning: 'The `Idempotency-Key` was used before with another body.' },
  'idempotencyKey.deleted': { statuses: [409], meaning: 'What the `Idempotency-Key` created has been deleted.' },
  'record.changed': {
    statuses: [412],
    meaning: 'The record has changed since the `ETag` in `If-Match`.',
  },
  'licenseKey.missing': { statuses: [400], meaning: 'The check names no license key.' },
  'licenseKey.notFound': {
    statuses: [400, 404],
    meaning: 'No such license key; 400 where one would be changed or deleted. A check answers NOT FOUND instead.',
  },
  'licenseKey.replaced': { statuses: [409], meaning: 'The license key to replace is already a former one.' },
  'licenseKey.noEnd': { statuses: [409], meaning: 'The license key to renew never ends.' },
  'licenseKey.notBegun': { statuses: [409], meaning: 'The time of the license key to renew has not begun.' },
  'licenseKey.noLogs': { statuses: [404], meaning: 'The license key has no logs.' },
  'licenseKey.disabled': { statuses: [409], meaning: 'The offline license would be for a disabled key.' },
  'licenseKey.test': { statuses: [409], meaning: 'The offline license would be for a test key.' },
  'licenseKey.notActive': { statuses: [409], meaning: 'The offline license would be for a key that is not active.' },
  'licenseKey.expired': { statuses: [409], meaning: 'The offline license would be for an expired key.' },
  'licenseKey.noSeat': { statuses: [409], meaning: 'All seats of the key of the offline license are taken.' },
  'requestCode.invalid': { statuses: [400], meaning: 'The request code of an offline license is wrong.' },
  'requestCode.otherKey': { statuses: [400], meaning: 'The request code is for another license key or product.' },
  'license.tooLong': { statuses: [400], meaning: 'The offline license would be too long for a QR code.' },
  'log.notFound': { statuses: [404], meaning: 'No such log record, or it was deleted.' },
  'device.notFound': { statuses: [404], meaning: 'The license key has no such device.' },
  'bulkChange.notFound': { statuses: [404], meaning: 'No such bulk change.' },
  'bulkChange.tooMany': { statuses: [409], meaning: 'Too many bulk changes are running.' },
  'import.malformed': { statuses: [400], meaning: 'The file cannot be read as the rows of an import.' },
  'import.tooSlow': { statuses: [408], meaning: 'The rows of an import came too slowly.' },
  'customer.notFound': { statuses: [404], meaning: 'No customer has this uid.' },
  'customer.exists': { statuses: [409], meaning: 'Another customer has the uid.' },
  'customer.busy': { statuses: [409], meaning: 'The license keys of the customer are being moved or erased.' },
  'customer.seatsTaken': { statuses: [409], meaning: 'Devices of the customer to erase have a seat.' },
  'product.notFound': { statuses: [404], meaning: 'No product has this pid.' },
  'product.exists': { statuses: [409], meaning: 'The pid of the product to create has a record.' },
  'product.noPidLeft': { statuses: [409], meaning: 'There is no next pid; the request must name one.' },
  'plan.notFound': { statuses: [404], meaning: 'The product has no plan of this code.' },
  'plan.exists': { statuses: [409], meaning: 'The product has a plan of this code already.' },
  'plan.used': { statuses: [409], meaning: 'License keys have the plan to delete.' },
  'release.notFound': { statuses: [404], meaning: 'The product has no release with this id.' },
  'release.exists': { statuses: [409], meaning: 'The product has the version for the platform already.' },
  'release.refused': {
    statuses: [403],
    meaning: 'A check of the license key would be refused, so it is told of no releases.',
  },
  'trial.used': { statuses: [409], meaning: 'The device has had its trial of the product.' },
  'use.idTaken': { statuses: [409], meaning: 'Another use of the license key has this `useId`.' },
  'link.notFound': { statuses: [400, 404], meaning: 'No such link; 400 where one would be changed or deleted.' },
  'event.gone': { statuses: [410], meaning: 'Events behind `after` are no longer kept.' },
  'link.gone': { statuses: [410], meaning: 'The link has expired, or has had all its visits.' },
  'link.nameTaken': { statuses: [409], meaning: 'Another link has this name.' },
  'link.nameReserved': { statuses: [400], meaning: 'The name is one of the paths of the service itself.' },
  'webhook.notFound': { statuses: [404], meaning: 'No such webhook.' },
  'webhook.busy': { statuses: [409], meaning: 'Events are being sent to the webhook again already.' },
  'delivery.notFound': { statuses: [404], meaning: 'The webhook has no such delivery.' },
  'delivery.underWay': { statuses: [409], meaning: 'The delivery to send again is being sent.' },
  'webhook.tooMany': { statuses: [409], meaning: 'There are as many webhooks as there may be.' },
  'apiKey.notFound': { statuses: [404], meaning: 'No such API key.' },
  'apiKey.revoked': { statuses: [409], meaning: 'The API key to change is revoked.' },
  'apiKey.expired': { statuses: [409], meaning: 'The API key to rotate has expired.' },
  'apiKey.lastAdmin': { statuses: [409], meaning: 'No other admin key would be left.' },
  'session.notFound': { statuses: [404], meaning: 'No such session, or it has ended.' },
  'view.notFound': { statuses: [404], meaning: 'The caller has no such saved view.' },
  'view.tooMany': { statuses: [409], meaning: 'The caller has too many saved views.' },
  'keySet.notFound': { statuses: [404], meaning: 'No such key set; none at all before signing is set up.' },
  'signingKey.notFound': { statuses: [404], meaning: 'No such signing key.' },
  'signing.notSetUp': { statuses: [409], meaning: 'Signing is not set up.' },
  'signing.alreadySetUp': { statuses: [409], meaning: 'Signing is set up already.' },
  'signing.notReady': { statuses: [409], meaning: 'Signing is set up, but this instance cannot sign.' },
  'signing.rootExported': { statuses: [409], meaning: 'The private half of the root key is not in the database.' },
  'signing.rootChanged': { statuses: [409], meaning: 'Somebody else changed the root key in the meantime.' },
  'signing.otherRoot': { statuses: [409], meaning: 'The root key given is not the current one.' },
  'signing.changed': { statuses: [409], meaning: 'Somebody else published a key set in the meantime.' },
  'signing.restored': { statuses: [409], meaning: 'The database was restored from a backup; run `keylink restored`.' },
  'signing.unexplained': {
    statuses: [409],
    meaning: 'The table of keys has something that no signed key set explains.',
  },
  'signing.published': { statuses: [409], meaning: 'The published key sets do not belong to this service.' },
  'secretKey.unusable': { statuses: [409], meaning: 'The secret key is missing, unreadable or not the right one.' },
  'limit.wrongKeys': { statuses: [429], meaning: 'Too many wrong API keys came from the address.' },
  'limit.unknownLicenses': { statuses: [429], meaning: 'Too many unknown license keys came from the address.' },
  'limit.licenseChecks': { statuses: [429], meaning: 'The license key was checked too often from the address.' },
  'limit.atOnce': { statuses: [429], meaning: 'Too many checks came from the address at once.' },
  'limit.trials': { statuses: [429], meaning: 'Too many trials were asked for from the address.' },
  'limit.requests': { statuses: [429], meaning: 'The API key made too many requests.' },
  'limit.sessions': { statuses: [429], meaning: 'The API key opened too many sessions.' },
  'limit.streams': { statuses: [429], meaning: 'The caller watches too many streams of checks at once.' },
  'service.busy': { statuses: [503], meaning: 'The service is busy or its database does not answer; try again.' },
  'service.stopping': {
    statuses: [503],
    meaning: 'The service stopped before everything was done; send the request again.',
  },
  'service.failed': { statuses: [500], meaning: 'A fault of the service itself, which it has logged.' },
} as const satisfies Record<string, Kind>;

export type ErrorCode = keyof typeof ERROR_CODES;

export type CodeOf<Status> = {
  [Code in ErrorCode]: Status extends (typeof ERROR_CODES)[Code]['statuses'][number] ? Code : never;
}[ErrorCode];

export type ErrorStatus = (typeof ERROR_CODES)[ErrorCode]['statuses'][number];

export interface Problem<Code extends ErrorCode = ErrorCode> {
  readonly code: Code;
  readonly message: string;
}

export const ERROR_CODE_HEADER = 'x-error-code';

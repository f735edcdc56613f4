// Made by scripts/console-types.mjs from the OpenAPI document of the service.

export interface paths {
  '/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Says what this is and where its documentation is. Browsers are sent to the console or, without one, get a page. */
    get: operations['describeService'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/.well-known/keylink/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The latest key set: which keys sign verdicts and licenses, and which are revoked. */
    get: operations['getLatestKeySet'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/.well-known/keylink/keys/{version}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One version of the key set, for clients that update version by version. */
    get: operations['getKeySet'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Follows a link and counts the visit; a HEAD request isn't counted. */
    get: operations['followLink'];
    put?: never;
    /** Follows a link with its password, and counts the visit; a wrong password is counted as a guess. */
    post: operations['unlockLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists API keys by ascending id, including revoked ones.
     * @description Needs an API key with the scope `admin`.
     */
    get: operations['listApiKeys'];
    put?: never;
    /**
     * Creates an API key; its secret is shown only in this response.
     * @description Needs an API key with the scope `admin`.
     */
    post: operations['createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/api-keys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns one API key.
     * @description Needs an API key with the scope `admin`.
     */
    get: operations['getApiKey'];
    /**
     * Changes an API key's name, scopes or expiry; omitted fields keep their values.
     * @description Needs an API key with the scope `admin`.
     */
    put: operations['updateApiKey'];
    post?: never;
    /**
     * Revokes an API key and all its secrets; it stays listed.
     * @description Needs an API key with the scope `admin`.
     */
    delete: operations['revokeApiKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/api-keys/{id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Gives an API key a new secret, shown only in this response; older secrets end after the grace at the latest.
     * @description Needs an API key with the scope `admin`.
     */
    post: operations['rotateApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists changes to license keys, customers, products, links, API keys, signing keys and offline licenses, newest first.
     * @description Needs an API key with the scope `admin`.
     */
    get: operations['listAuditRecords'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/audit/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Exports the audit with the same filters as one file, newest first; `before` and `after` are JSON.
     * @description Needs an API key with the scope `admin`.
     */
    get: operations['exportAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Checks the license key that the body names.
     * @description Needs an API key with the scope `check`.
     */
    post: operations['checkLicenseKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/check/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Checks the license key in the path; if `Authorization` presents the license key, the path names the product.
     * @description Needs an API key with the scope `check`.
     */
    post: operations['checkLicenseKeyByPath'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/check/explain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Says what a check would answer and why, without making one: nothing is logged, `lastSeen` stays, no seat is taken.
     *     Answers 200 even if the license key is unknown or the address may not use it. With `log` it explains a logged check:
     *     what it answered then, what it would answer now, and what to do about it.
     * @description Needs an API key with the scope `keys:read`.
     */
    post: operations['explainCheck'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/check/multiple': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Checks a license key against several products, any of which may match. The `Authorization` header presents the
     *     license key; with an API key, `id` in the body may name it instead.
     * @description Needs an API key with the scope `check`.
     */
    post: operations['checkLicenseKeyForProducts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/check/release': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Gives back the seat of a device, so that another device can take it. License key and device are those of a check;
     *     the `Authorization` header or `id` names the license key. A device without a seat is RELEASED too. If a check would
     *     not pass, the answer is its verdict, and nothing changes.
     * @description Needs an API key with the scope `check`.
     */
    post: operations['releaseSeat'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/customers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists customers by ascending record id or in another order; uids that only license keys name are not among them.
     * @description Needs an API key with the scope `customers:read`.
     */
    get: operations['listCustomers'];
    put?: never;
    /**
     * Creates a customer. License keys need no such record, and may name the uid already.
     * @description Needs an API key with the scope `customers:write`.
     */
    post: operations['createCustomer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/customers/{uid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Fetches one customer.
     * @description Needs an API key with the scope `customers:read`.
     */
    get: operations['getCustomer'];
    /**
     * Changes the given fields; a uid that only license keys name gets a record this way. Another `uid` moves the license
     *     keys of the customer with their devices and logs, all or none, even if the service stops in between; it needs
     *     `customers:write`.
     * @description Needs an API key with the scope `keys:support` or `customers:write`.
     */
    put: operations['updateCustomer'];
    post?: never;
    /**
     * Erases a person: the record, notes and metadata, addresses and device names, the texts in logs, and all of these
     *     in the audit, even if the service stops in between. License keys, verdicts and counts stay. Needs the scope
     *     `keys:write` as well.
     * @description Needs an API key with the scope `customers:write`.
     */
    delete: operations['eraseCustomer'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/customers/{uid}/erasure': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Says what an erasure would touch.
     * @description Needs an API key with the scope `customers:read`.
     */
    get: operations['previewErasure'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/customers/{uid}/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Exports everything known about a customer as one file. Needs the scopes `keys:read` and `logs:read` as well.
     * @description Needs an API key with the scope `customers:read`.
     */
    get: operations['exportCustomer'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/customers/{uid}/portal': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Shows what the customer sees in the portal, as a page on which nothing can be done. Needs the scope `keys:read` too.
     * @description Needs an API key with the scope `customers:read`.
     */
    get: operations['showPortalOfCustomer'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/customers/{uid}/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Adds up the logged checks of a customer's license keys by device and day, and by address.
     * @description Needs an API key with the scope `logs:read`.
     */
    get: operations['getCustomerUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists what was sent to any webhook, or waits, newest first, with each attempt: of one event, or all.
     * @description Needs an API key with the scope `webhooks:read`.
     */
    get: operations['findDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/doctor': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Checks what the service depends on, as `keylink doctor` does, and how it reads this request's address.
     * @description Needs an API key with the scope `admin`.
     */
    get: operations['examineService'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/domains': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists domains in the order of their creation.
     * @description Needs an API key with the scope `links:read`.
     */
    get: operations['listDomains'];
    put?: never;
    /**
     * Gives a host links of its own. Nothing else of the service answers there from then on.
     * @description Needs an API key with the scope `admin`.
     */
    post: operations['createDomain'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/domains/{host}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Fetches one domain.
     * @description Needs an API key with the scope `links:read`.
     */
    get: operations['getDomain'];
    /**
     * Changes where the bare domain and unknown addresses lead.
     * @description Needs an API key with the scope `admin`.
     */
    put: operations['updateDomain'];
    post?: never;
    /**
     * Deletes a domain without links and returns it as it was; then its host is the service's again.
     * @description Needs an API key with the scope `admin`.
     */
    delete: operations['deleteDomain'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/domains/ask': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether links answer on a host: for proxies that get certificates on demand, such as Caddy's `on_demand_tls`. */
    get: operations['askForDomain'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists events behind a position, ascending: the reliable way to follow what happens. Handle an event, store its position,
     *     and ask for what follows it. No event is ever missing, none comes twice, and all followers see the same order. To look at
     *     what has happened, ask with `order=newest`.
     * @description Needs an API key with the scope `events:read`.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists license keys by ascending id or in another order: all, or those that the parameters choose.
     * @description Needs an API key with the scope `keys:read`.
     */
    get: operations['listLicenseKeys'];
    /**
     * Changes many license keys in the background: those in `ids`, or all that match `filter` and exist now. With
     *     `preview`, nothing changes, and the answer says what would. The body may have 1 MB.
     * @description Needs an API key with the scope `keys:write`.
     */
    put: operations['changeLicenseKeys'];
    /**
     * Creates a license key.
     * @description Needs an API key with the scope `keys:write`.
     */
    post: operations['createLicenseKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Fetches one license key.
     * @description Needs an API key with the scope `keys:read`.
     */
    get: operations['getLicenseKey'];
    /**
     * Changes the given fields. With the scope `keys:support`, only `ip`, `disabled`, `locked`, `expiresAt`, `updatesUntil`
     *     and `note` may change, and the two times by at most 31 days later than they are; with `keys:disable`, only `disabled`.
     *     Both have to change one.
     * @description Needs an API key with the scope `keys:write` or `keys:disable` or `keys:support`.
     */
    put: operations['updateLicenseKey'];
    post?: never;
    /**
     * Deletes a license key and its logs, and returns the key as it was.
     * @description Needs an API key with the scope `keys:write`.
     */
    delete: operations['deleteLicenseKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}/changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists who changed a license key, what they changed and why, newest first.
     * @description Needs an API key with the scope `keys:read`.
     */
    get: operations['listLicenseKeyChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}/devices': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the devices of a license key: those with a seat first, then the most recently seen first.
     * @description Needs an API key with the scope `keys:read`.
     */
    get: operations['listDevices'];
    put?: never;
    post?: never;
    /**
     * Releases the seats of all devices of a license key.
     * @description Needs an API key with the scope `keys:write` or `keys:support` or `devices:write`.
     */
    delete: operations['releaseDevices'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}/devices/{deviceId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Releases a device's seat. A seat held by an offline license becomes free when that ends, unless forced.
     * @description Needs an API key with the scope `keys:write` or `keys:support` or `devices:write`.
     */
    delete: operations['releaseDevice'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}/entitlements': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Tells what a license key contains: its own entitlements over those of its plan.
     * @description Needs an API key with the scope `keys:read`.
     */
    get: operations['getEntitlements'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}/license': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Issues an offline license for one device or any: as JSON, a QR code, or a file that includes the key sets.
     * @description Needs an API key with the scope `licenses:sign`.
     */
    post: operations['signLicense'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}/licenses': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the offline licenses of a license key, newest first; without parameters, the 100 most recent.
     * @description Needs an API key with the scope `keys:read`.
     */
    get: operations['listLicenses'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}/logs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the logs of a license key, newest first: the last 100, or those that the parameters choose.
     * @description Needs an API key with the scope `logs:read`.
     */
    get: operations['listLicenseLogs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}/mail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Emails a license key to its customer, or to another address. `keys:support` is enough for it.
     * @description Needs an API key with the scope `keys:support` or `mail:write`.
     */
    post: operations['mailLicenseKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}/meters': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Tells where the meters of a license key stand, its own and those of its plan, with the uses of the last 35 days.
     * @description Needs an API key with the scope `keys:read`.
     */
    get: operations['listMeters'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}/renew': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Gives a license key more time by the calendar: the duration of its plan, or another one. With the scope
     *     `keys:support`, at most 31 days.
     * @description Needs an API key with the scope `keys:write` or `keys:support`.
     */
    post: operations['renewLicenseKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}/replace': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Gives a license key a new value, for instance because the old one leaked. The record stays: its expiry, devices
     *     and logs. The former key passes for `graceSeconds` more, then it is answered NOT FOUND, and logged as KEY REPLACED.
     *     If the path has the key itself rather than the record id, a request sent twice replaces once.
     * @description Needs an API key with the scope `keys:write` or `keys:support`.
     */
    post: operations['replaceLicenseKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Adds up the logged checks of a license key by device and day, and by address.
     * @description Needs an API key with the scope `logs:read`.
     */
    get: operations['getLicenseKeyUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}/uses': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the accepted uses of a license key that were recorded in the last 35 days, newest first.
     * @description Needs an API key with the scope `keys:read`.
     */
    get: operations['listUses'];
    put?: never;
    /**
     * Counts a use of a license key, or up to 1000 that were made offline. If a check of the license key would not pass, the
     *     answer is its verdict, and nothing is counted.
     * @description Needs an API key with the scope `check`.
     */
    post: operations['recordUsesOfLicenseKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/{id}/uses/{useId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Takes back a use that should not have been counted: its meter counts it no more, in none of its periods. Its `useId`
     *     stays taken. A use that was taken back before stays as it is.
     * @description Needs an API key with the scope `keys:write` or `keys:support`.
     */
    delete: operations['withdrawUse'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/bulk': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists bulk changes, newest first.
     * @description Needs an API key with the scope `keys:write`.
     */
    get: operations['listBulkChanges'];
    put?: never;
    /**
     * Creates up to 10,000 license keys, all or none: `count` alike, or a list, `keys`. The body may have 4 MB.
     * @description Needs an API key with the scope `keys:write`.
     */
    post: operations['createLicenseKeys'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/bulk/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns the progress of a bulk change.
     * @description Needs an API key with the scope `keys:write`.
     */
    get: operations['getBulkChange'];
    put?: never;
    post?: never;
    /**
     * Cancels a bulk change: keys that were changed stay changed. One that has ended stays as it is.
     * @description Needs an API key with the scope `keys:write`.
     */
    delete: operations['cancelBulkChange'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/bulk/{id}/results': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the results of a bulk change so far by ascending record id, a line of JSON for each license key.
     * @description Needs an API key with the scope `keys:write`.
     */
    get: operations['listBulkChangeResults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Exports all license keys by ascending record id.
     * @description Needs an API key with the scope `keys:read`.
     */
    get: operations['exportLicenseKeys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/keys/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Imports license keys with their values, and answers while the file is still being sent.
     * @description Needs an API key with the scope `keys:write`.
     */
    post: operations['importLicenseKeys'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Creates a link, or returns the existing one with the same name and URL.
     * @description Needs an API key with the scope `links:write`.
     */
    post: operations['createNamedLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/link/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Gets a link by its name or by its percent-encoded URL.
     * @description Needs an API key with the scope `links:read`.
     */
    get: operations['getLink'];
    /**
     * Changes a link; omitted fields keep their values, and the count continues.
     * @description Needs an API key with the scope `links:write`.
     */
    put: operations['updateLink'];
    post?: never;
    /**
     * Deletes a link and returns it as it last was.
     * @description Needs an API key with the scope `links:write`.
     */
    delete: operations['deleteLink'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/link/{id}/qr': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Renders a link's short address as a QR code, with a query if you like, even if the link has ended.
     * @description Needs an API key with the scope `links:read`.
     */
    get: operations['getLinkQrCode'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/link/{id}/stats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts a link's visits by time, or by what is known of them.
     * @description Needs an API key with the scope `links:read`.
     */
    get: operations['getLinkStats'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/link/{id}/visits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Shows a link's visits as they come, without address and User-Agent: for a live view. They are gone once they are counted, after some seconds.
     * @description Needs an API key with the scope `links:read`.
     */
    get: operations['watchVisits'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists links by ascending id or in another order; without parameters, all of them.
     * @description Needs an API key with the scope `links:read`.
     */
    get: operations['listLinks'];
    put?: never;
    /**
     * Creates a link, under a random name if none is given.
     * @description Needs an API key with the scope `links:write`.
     */
    post: operations['createLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/links/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Exports all links with their visits, by ascending record id.
     * @description Needs an API key with the scope `links:read`.
     */
    get: operations['exportLinks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/links/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Imports links with their visits and answers while the file arrives; other creators need the scope `admin`.
     * @description Needs an API key with the scope `links:write`.
     */
    post: operations['importLinks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/logs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the checks of all license keys, newest first; without parameters, the 100 most recent.
     * @description Needs an API key with the scope `logs:read`.
     */
    get: operations['listLoggedChecks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/logs/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Exports the checks with the same filters as one file, newest first.
     * @description Needs an API key with the scope `logs:read`.
     */
    get: operations['exportLoggedChecks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/logs/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Streams the checks of all license keys as server-sent events until the caller leaves.
     * @description Needs an API key with the scope `logs:read`.
     */
    get: operations['watchLoggedChecks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mail/kinds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the kinds of emails, whether each is sent, and what its templates can name.
     * @description Needs an API key with the scope `mail:read`.
     */
    get: operations['listMailKinds'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mail/kinds/{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Switches a kind of mail on or off, for all products or some. It counts for what happens from then on.
     * @description Needs an API key with the scope `mail:write`.
     */
    put: operations['switchMailKind'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mail/templates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists your own templates in the order of their creation, without their texts. Shipped ones are found by kind and language.
     * @description Needs an API key with the scope `mail:read`.
     */
    get: operations['listMailTemplates'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mail/templates/{kind}/{language}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Fetches a template: yours, or else the shipped one.
     * @description Needs an API key with the scope `mail:read`.
     */
    get: operations['getMailTemplate'];
    /**
     * Writes a template of your own, which stands in for the shipped one from the next mail on.
     * @description Needs an API key with the scope `mail:write`.
     */
    put: operations['writeMailTemplate'];
    post?: never;
    /**
     * Deletes a template of your own, and returns it as it was: emails say then what the one for all products says, or the shipped one.
     * @description Needs an API key with the scope `mail:write`.
     */
    delete: operations['deleteMailTemplate'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mail/templates/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Shows an email as a customer gets it, with made-up values: as it would be sent now, or from a draft. Nothing is sent.
     * @description Needs an API key with the scope `mail:read`.
     */
    post: operations['previewMail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mail/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends a test email at once, and answers what the mail server said.
     * @description Needs an API key with the scope `mail:write`.
     */
    post: operations['testMail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mails': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists emails, newest first: of a customer, of an order, in a state, or all.
     * @description Needs an API key with the scope `mail:read`.
     */
    get: operations['listMails'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mails/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Fetches one email.
     * @description Needs an API key with the scope `mail:read`.
     */
    get: operations['getMail'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/mails/{id}/resend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends an email again as a new one, to the same address or a corrected one, from the templates of now. One that waits or has
     *     failed is replaced by it. `keys:support` is enough for it.
     * @description Needs an API key with the scope `keys:support` or `mail:write`.
     */
    post: operations['resendMail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns the caller and its scopes.
     * @description Needs any API key.
     */
    get: operations['getMe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/orders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists what was bought, the newest first.
     * @description Needs an API key with the scope `sales:read`.
     */
    get: operations['listOrders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/orders/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Fetches one order.
     * @description Needs an API key with the scope `sales:read`.
     */
    get: operations['getOrder'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/plans': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Finds plans of all products, in the order of their creation.
     * @description Needs an API key with the scope `plans:read`.
     */
    get: operations['findPlans'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/portal/links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Gives out a link that lets a customer into the portal without an email, for a shop where they are signed in already. It works once, in
     *     any browser: show it to that customer alone.
     * @description Needs an API key with the scope `customers:write`.
     */
    post: operations['createPortalLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/products': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists products by ascending pid.
     * @description Needs an API key with the scope `products:read`.
     */
    get: operations['listProducts'];
    put?: never;
    /**
     * Gives a product a name. License keys need no record of their product.
     * @description Needs an API key with the scope `products:write`.
     */
    post: operations['createProduct'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/products/{pid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Fetches one product.
     * @description Needs an API key with the scope `products:read`.
     */
    get: operations['getProduct'];
    /**
     * Changes the given fields.
     * @description Needs an API key with the scope `products:write`.
     */
    put: operations['updateProduct'];
    post?: never;
    /**
     * Deletes the record and returns it as it was; license keys of the product stay.
     * @description Needs an API key with the scope `products:write`.
     */
    delete: operations['deleteProduct'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/products/{pid}/plans': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the plans of a product in the order of their creation.
     * @description Needs an API key with the scope `plans:read`.
     */
    get: operations['listPlans'];
    put?: never;
    /**
     * Creates a plan of a product, which needs no record. License keys name it as `plan`.
     * @description Needs an API key with the scope `plans:write`.
     */
    post: operations['createPlan'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/products/{pid}/plans/{code}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Fetches one plan.
     * @description Needs an API key with the scope `plans:read`.
     */
    get: operations['getPlan'];
    /**
     * Changes the given fields. It counts from the next check of each of its license keys on; an `expiresAt` that a key has stays.
     * @description Needs an API key with the scope `plans:write`.
     */
    put: operations['updatePlan'];
    post?: never;
    /**
     * Deletes a plan that no license key has, and returns it as it was.
     * @description Needs an API key with the scope `plans:write`.
     */
    delete: operations['deletePlan'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/products/{pid}/releases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the releases of a product, the newest record first.
     * @description Needs an API key with the scope `plans:read`.
     */
    get: operations['listReleases'];
    put?: never;
    /**
     * Registers what was or will be released of a product, which needs no record: one file of a version, for a platform or
     *     for any. The file stays where `url` says.
     * @description Needs an API key with the scope `plans:write`.
     */
    post: operations['createRelease'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/products/{pid}/releases/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Fetches one release.
     * @description Needs an API key with the scope `plans:read`.
     */
    get: operations['getRelease'];
    /**
     * Changes the given fields. License keys are judged by a new `releasedAt` from their next check on.
     * @description Needs an API key with the scope `plans:write`.
     */
    put: operations['updateRelease'];
    post?: never;
    /**
     * Deletes the record and returns it as it was: nobody is offered it, and its version is one that isn't registered.
     * @description Needs an API key with the scope `plans:write`.
     */
    delete: operations['deleteRelease'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/releases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Finds releases of all products, the newest record first.
     * @description Needs an API key with the scope `plans:read`.
     */
    get: operations['findReleases'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/releases/latest': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Tells an updater of the newest release that a license key covers, in the updater's own form: Tauri's, Sparkle's,
     *     Squirrel.Mac's or WordPress'. The header `Authorization` presents the license key; with an API key, `id` names it.
     *     It is no check: nothing is logged, and no seat is taken. A key whose check would be refused is told of nothing.
     * @description Needs an API key with the scope `check`.
     */
    get: operations['getLatestRelease'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/releases/latest/RELEASES': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The file RELEASES, which Squirrel.Windows reads below the address that it is given, such as `/api/releases/latest?key=…`: the
     *     newest release that a license key covers, whether or not it is newer. It has to have `sha1` and `size`. Programs that can't
     *     send the header `Authorization` name the license key with `key`. It is no check, as above.
     * @description Needs an API key with the scope `check`.
     */
    get: operations['getSquirrelReleases'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the caller's open sessions, newest first; for `admin` everybody's.
     * @description Needs any API key.
     */
    get: operations['listSessions'];
    put?: never;
    /**
     * Signs in to the console with the API key in the header: opens a session and sets its cookie.
     * @description Needs any API key.
     */
    post: operations['createSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Ends one of the caller's sessions; for `admin` anybody's.
     * @description Needs any API key.
     */
    delete: operations['deleteSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sessions/current': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Signs out: ends the session of the request, if any, and deletes the cookie.
     * @description Needs any API key.
     */
    delete: operations['deleteCurrentSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sign-in': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns how people can sign in to the console, and whether the request has an open session. */
    get: operations['listWaysToSignIn'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signing': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns the state of signing.
     * @description Needs an API key with the scope `signing:read`.
     */
    get: operations['getSigningStatus'];
    put?: never;
    /**
     * Sets up signing once: creates the root key, the first signing key and the first key set.
     * @description Needs an API key with the scope `signing:write`.
     */
    post: operations['setUpSigning'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signing/revoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Revokes a signing key and everything it signed. A key that still signs is replaced.
     * @description Needs an API key with the scope `signing:write`.
     */
    post: operations['revokeSigningKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signing/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replaces the signing key. Everything the old key signed stays valid.
     * @description Needs an API key with the scope `signing:write`.
     */
    post: operations['rotateSigningKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signing/rotate-root': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replaces the root key. Programs that know either root key can follow to the next key sets.
     * @description Needs an API key with the scope `signing:write`.
     */
    post: operations['rotateRootKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists sources by ascending id.
     * @description Needs an API key with the scope `sales:read`.
     */
    get: operations['listSources'];
    put?: never;
    /**
     * Connects a shop: what it sells from now on becomes license keys, as its mappings say.
     * @description Needs an API key with the scope `sales:write`.
     */
    post: operations['createSource'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sources/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Fetches one source.
     * @description Needs an API key with the scope `sales:read`.
     */
    get: operations['getSource'];
    /**
     * Changes the given fields. With other secrets or another token, what waited or was refused is done again.
     * @description Needs an API key with the scope `sales:write`.
     */
    put: operations['updateSource'];
    post?: never;
    /**
     * Deletes a source that has no orders, with its mappings and what it sent, and returns it as it was.
     * @description Needs an API key with the scope `sales:write`.
     */
    delete: operations['deleteSource'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sources/{id}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Takes what a shop sends, in the shop's own form. Needs no API key: the shop's signature is the proof. It is kept before
     *     this is answered, and worked on afterwards; the same message sent again changes nothing.
     */
    post: operations['receiveSaleEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sources/{id}/inbox': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists what a shop sent, or said when it was asked, the newest first.
     * @description Needs an API key with the scope `sales:read`.
     */
    get: operations['listInbox'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sources/{id}/inbox/{message}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Fetches one message with what it says.
     * @description Needs an API key with the scope `sales:read`.
     */
    get: operations['getInboxMessage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sources/{id}/inbox/{message}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Does a message again, also one that is done: nothing is made twice.
     * @description Needs an API key with the scope `sales:write`.
     */
    post: operations['retryInboxMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sources/{id}/items': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists what the shop sells, as its newest 1000 orders tell, and whether it is mapped. What was sold last comes first.
     * @description Needs an API key with the scope `sales:read`.
     */
    get: operations['listSourceItems'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sources/{id}/mappings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists all mappings of a source in the order of their creation.
     * @description Needs an API key with the scope `sales:read`.
     */
    get: operations['listMappings'];
    put?: never;
    /**
     * Says what license keys an item of the shop stands for. Orders that waited for it are done.
     * @description Needs an API key with the scope `sales:write`.
     */
    post: operations['createMapping'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sources/{id}/mappings/{mapping}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Changes the given fields. License keys that are there stay as they are until their order changes.
     * @description Needs an API key with the scope `sales:write`.
     */
    put: operations['updateMapping'];
    post?: never;
    /**
     * Deletes a mapping and returns it as it was. License keys that are there stay.
     * @description Needs an API key with the scope `sales:write`.
     */
    delete: operations['deleteMapping'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/stats/checks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts checks by hour or day, and by verdict.
     * @description Needs an API key with the scope `logs:read`.
     */
    get: operations['countChecks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/stats/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts the license keys that expire soon.
     * @description Needs an API key with the scope `keys:read`.
     */
    get: operations['countLicenseKeys'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/stats/links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts the visits of all links, or of those with a tag.
     * @description Needs an API key with the scope `links:read`.
     */
    get: operations['getStatsOfLinks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/stats/plans': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts the license keys of each plan of a product.
     * @description Needs an API key with the scope `keys:read`.
     */
    get: operations['countKeysOfPlans'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/stats/refusals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Finds the customers and products behind refused checks, by reason; from the logs, newest first.
     * @description Needs an API key with the scope `logs:read`.
     */
    get: operations['findRefusals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/stats/shares': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts the checks of a product's license keys by plan and by version; from the logs, newest first.
     * @description Needs an API key with the scope `logs:read`.
     */
    get: operations['findShares'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/stats/visits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Counts visits of all links by hour or day.
     * @description Needs an API key with the scope `links:read`.
     */
    get: operations['countVisits'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/trials': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Starts the trial of a device: a license key of a plan with `trial`, once for each product and device. A device that
     *     asks again gets the same key. Needs no API key, since programs ask for it.
     */
    post: operations['startTrial'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/uses': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Counts a use of a license key, or up to 1000 that a program made offline. The `Authorization` header presents the
     *     license key; with an API key, `id` in the body may name it instead. If a check of the license key would not pass, the
     *     answer is its verdict, and nothing is counted.
     * @description Needs an API key with the scope `check`.
     */
    post: operations['recordUses'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/views': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the caller's saved views of the console.
     * @description Needs any API key.
     */
    get: operations['listSavedViews'];
    /**
     * Saves a view of a console screen under a name; it replaces the caller's view of that name on that screen.
     * @description Needs any API key.
     */
    put: operations['saveView'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/views/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Deletes one of the caller's saved views and returns it.
     * @description Needs any API key.
     */
    delete: operations['deleteSavedView'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists webhooks by ascending id.
     * @description Needs an API key with the scope `webhooks:read`.
     */
    get: operations['listWebhooks'];
    put?: never;
    /**
     * Sends what happens from now on to an address; the secret that verifies it is shown only in this response.
     * @description Needs an API key with the scope `webhooks:write`.
     */
    post: operations['createWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Fetches one webhook.
     * @description Needs an API key with the scope `webhooks:read`.
     */
    get: operations['getWebhook'];
    /**
     * Changes the given fields.
     * @description Needs an API key with the scope `webhooks:write`.
     */
    put: operations['updateWebhook'];
    post?: never;
    /**
     * Deletes a webhook, with all that was sent or waits, and returns it as it was.
     * @description Needs an API key with the scope `webhooks:write`.
     */
    delete: operations['deleteWebhook'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists what was sent to a webhook, or waits, newest first, with each attempt.
     * @description Needs an API key with the scope `webhooks:read`.
     */
    get: operations['listDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{id}/deliveries/{deliveryId}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends one delivery again, with all its tries; its earlier attempts stay. The webhook must be on.
     * @description Needs an API key with the scope `webhooks:write`.
     */
    post: operations['retryDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends events again, in the background: any number of them, with the ids that they had.
     * @description Needs an API key with the scope `webhooks:write`.
     */
    post: operations['replayWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Gives a webhook a new secret, shown only in this response; the previous one signs too until the grace ends.
     * @description Needs an API key with the scope `webhooks:write`.
     */
    post: operations['rotateWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/webhooks/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends a test to a webhook, once and at once, and answers what came back. A webhook that is off can be tested too.
     * @description Needs an API key with the scope `webhooks:write`.
     */
    post: operations['testWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The process runs and answers. */
    get: operations['isLive'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The database answers, and the service isn't shutting down. */
    get: operations['isReady'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The service's metrics in Prometheus' text format; of all its workers together.
     * @description Needs an API key with the scope `metrics`.
     */
    get: operations['readMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AddressVerdictDto: {
      /**
       * @description The verdict in a sentence for people.
       * @example The license key is not authorised for this IP address.
       */
      details: string;
      /**
       * @description The same sentence as `details`.
       * @example The license key is not authorised for this IP address.
       */
      msg: string;
      /**
       * @description Always false: the copy may not run at this address.
       * @example false
       */
      pass: boolean;
      /**
       * @description For license keys with `seats` only.
       * @example {
       *       "of": 3,
       *       "taken": 2
       *     }
       */
      seats?: components['schemas']['SeatsDto'];
      /**
       * @description For checks with a `nonce`: the verdict as a JWS. The keys at `/.well-known/keylink/keys` verify it.
       * @example eyJhbGciOiJFZERTQSJ9.eyJzdGF0dXMiOiJBVVRIT1JJU0VEIn0.c2lnbmF0dXJl
       */
      signed?: string;
      /**
       * @description The verdict.
       * @example NOT AUTHORISED
       * @enum {string}
       */
      status: 'NOT AUTHORISED';
    };
    ApiKeyDto: {
      /**
       * @description When the key was created, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description When the key expires, in milliseconds since the Unix epoch; null for never.
       * @example 2524608000000
       */
      expiresAt: number | null;
      /**
       * @description Record id; unchanged by rotation.
       * @example 2
       */
      id: number;
      /**
       * @description Last use, to the minute, in milliseconds since the Unix epoch; null if unused.
       * @example 1767225660000
       */
      lastUsedAt: number | null;
      /**
       * @description What the key is for.
       * @example web shop
       */
      name: string;
      /**
       * @description The first characters of the secret.
       * @example kl_R55wM
       */
      prefix: string;
      /**
       * @description When the key was revoked, in milliseconds since the Unix epoch; null if it isn't.
       * @example 1767312000000
       */
      revokedAt: number | null;
      /**
       * @description What the key may do; `admin` includes all other scopes.
       * @example [
       *       "keys:read",
       *       "keys:write"
       *     ]
       */
      scopes: (
        | 'keys:read'
        | 'keys:write'
        | 'keys:disable'
        | 'keys:support'
        | 'logs:read'
        | 'check'
        | 'check:test'
        | 'customers:read'
        | 'customers:write'
        | 'products:read'
        | 'products:write'
        | 'plans:read'
        | 'plans:write'
        | 'links:read'
        | 'links:write'
        | 'devices:write'
        | 'licenses:sign'
        | 'signing:read'
        | 'signing:write'
        | 'events:read'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'mail:read'
        | 'mail:write'
        | 'sales:read'
        | 'sales:write'
        | 'metrics'
        | 'admin'
      )[];
    };
    AttemptDto: {
      /**
       * @description The beginning of the answer, up to 2048 bytes; absent when it was empty.
       * @example Internal Server Error
       */
      answer?: string;
      /**
       * @description When it began, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      at: number;
      /**
       * @description How long it took.
       * @example 182
       */
      milliseconds: number;
      /**
       * @description What went wrong, or was left out; absent when there is nothing to say.
       * @example The certificate has expired.
       */
      note?: string;
      /**
       * @description Status of the answer; absent when none came.
       * @example 500
       */
      status?: number;
    };
    AuditRecordDto: {
      /**
       * @description What was done.
       * @example revoke
       * @enum {string}
       */
      action: 'create' | 'update' | 'delete' | 'rotate' | 'revoke' | 'release' | 'renew' | 'withdraw';
      /**
       * @description The client's address; empty if there was none.
       * @example 203.0.113.7
       */
      address: string;
      /**
       * @description The target after the change; null when it was deleted.
       * @example {
       *       "name": "web shop",
       *       "prefix": "kl_R55wM",
       *       "scopes": [
       *         "keys:write"
       *       ],
       *       "expiresAt": null,
       *       "previousUntil": null,
       *       "revokedAt": 1767225600000
       *     }
       */
      after: {
        [key: string]: unknown;
      } | null;
      /**
       * @description The API key that made it; null for the command line, service start and provider sign-ins.
       * @example 1
       */
      apiKeyId: number | null;
      /**
       * @description The API key's or person's name at the time.
       * @example first admin key
       */
      apiKeyName: string;
      /**
       * @description When the change was made, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      at: number;
      /**
       * @description The target before the change; null when it was created.
       * @example {
       *       "name": "web shop",
       *       "prefix": "kl_R55wM",
       *       "scopes": [
       *         "keys:write"
       *       ],
       *       "expiresAt": null,
       *       "previousUntil": null,
       *       "revokedAt": null
       *     }
       */
      before: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Id of the record.
       * @example 1
       */
      id: number;
      /**
       * @description Why, in the words of the person who made the change; absent when no reason was given.
       * @example leaver
       */
      reason?: string;
      /**
       * @description The request's `x-request-id`; empty if there was none.
       * @example 3c1b2f64-7f0e-4d0b-9d0c-2f6b1f0a9e55
       */
      requestId: string;
      /**
       * @description Record id of the target.
       * @example 2
       */
      targetId: number;
      /**
       * @description Kind of the target.
       * @example apiKey
       * @enum {string}
       */
      targetType:
        | 'licenseKey'
        | 'link'
        | 'apiKey'
        | 'keySet'
        | 'license'
        | 'session'
        | 'database'
        | 'product'
        | 'customer'
        | 'webhook'
        | 'plan'
        | 'release'
        | 'mail'
        | 'mailTemplate'
        | 'mailKind'
        | 'source'
        | 'mapping'
        | 'inboxMessage'
        | 'order'
        | 'domain';
    };
    BulkChangeDto: {
      /**
       * @description What changes on each license key.
       * @example {
       *       "extendDays": 30
       *     }
       */
      change: components['schemas']['KeyChangeDto'];
      /**
       * @description How many were changed.
       * @example 2
       */
      changed: number;
      /**
       * @description When it was requested, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description Who requested it.
       * @example back office
       */
      creator: string;
      /**
       * @description When it ended, in milliseconds since the Unix epoch; null while it runs.
       * @example 1767225605000
       */
      endedAt: number | null;
      /**
       * @description How many could not be changed; the results say why.
       * @example 1
       */
      failed: number;
      /**
       * @description Which license keys; absent if they were named.
       * @example {
       *       "pid": 6,
       *       "disabled": false
       *     }
       */
      filter?: components['schemas']['KeyFilterDto'];
      /**
       * @description Record id; the bulk change is deleted 30 days after its end.
       * @example 1
       */
      id: number;
      /**
       * @description How many license keys were named; absent with a filter.
       * @example 3
       */
      ids?: number;
      /**
       * @description Why it ended early; absent if it didn't.
       * @example Cancelled by back office.
       */
      msg?: string;
      /**
       * @description License keys processed so far: `changed`, `unchanged` and `failed` together.
       * @example 3
       */
      processed: number;
      /**
       * @description Share done, 0 to 1: of the named license keys, or of the record ids that a filter searches.
       * @example 0.5
       */
      progress: number;
      /**
       * @description Why, as it was given; absent if it wasn't.
       * @example Trial of the spring fair
       */
      reason?: string;
      /**
       * @description Id of the request; the audit lists the changes by it.
       * @example 0f8b1c1e-58a2-4a6f-8a55-0d3f6c1b2a7e
       */
      requestId: string;
      /**
       * @description `cancelled` and `failed` ended early; what was done stays done.
       * @example running
       * @enum {string}
       */
      state: 'running' | 'done' | 'cancelled' | 'failed';
      /**
       * @description How many already had all the values.
       * @example 0
       */
      unchanged: number;
    };
    BulkChangePreviewDto: {
      /**
       * @description How many of those counted would change.
       * @example 1
       */
      changes: number;
      /**
       * @description Examples: the first 20 license keys at most, by record id.
       * @example []
       */
      examples: components['schemas']['ChangeExampleDto'][];
      /**
       * @description Why the other counted keys would not change, and how many of `ids` name none; empty if all would.
       * @example [
       *       {
       *         "reason": "noExpiry",
       *         "count": 53
       *       }
       *     ]
       */
      kept: components['schemas']['KeptKeysDto'][];
      /**
       * @description How many of those counted would contain less: fewer seats or days of grace, or an entitlement less.
       * @example 0
       */
      losing: number;
      /**
       * @description How many license keys there are, counted up to 10000.
       * @example 3
       */
      matched: number;
      /**
       * @description Whether there may be more than were counted.
       * @example false
       */
      more: boolean;
    };
    ChangedKeyDto: {
      /**
       * @description Record id of the license key.
       * @example 1
       */
      id: number;
      /**
       * @description Absent if the key is gone, or the caller may not read keys.
       * @example 0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11
       */
      key?: string;
      /**
       * @description With `failed`: why.
       * @example The specified license key was not found.
       */
      msg?: string;
      /**
       * @description The outcome.
       * @example changed
       * @enum {string}
       */
      outcome: 'changed' | 'unchanged' | 'failed';
    };
    ChangedRecordDto: {
      /**
       * @description One sentence that tells a person what to do.
       * @example The specified license key was not found.
       */
      msg: string;
      /**
       * @description The fields that differ from that state, as they are now, null for no value; only those that the caller may read.
       *     Absent if the tag is not of this record.
       * @example {
       *       "seats": 5,
       *       "note": null
       *     }
       */
      now?: {
        [key: string]: unknown;
      };
    };
    ChangeExampleDto: {
      /**
       * @description The license key after the change.
       * @example {
       *       "id": 1,
       *       "uuid": "customer-17",
       *       "product": 6,
       *       "key": "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11",
       *       "ip": "",
       *       "status": true,
       *       "disabled": false,
       *       "locked": false,
       *       "lastSeen": 0,
       *       "expiresAt": 2527200000000
       *     }
       */
      after: components['schemas']['LicenseKeyDto'] | components['schemas']['LicenseKeyOutlineDto'];
      /**
       * @description The license key now; without `key` and `uuid` for callers who may not read license keys.
       * @example {
       *       "id": 1,
       *       "uuid": "customer-17",
       *       "product": 6,
       *       "key": "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11",
       *       "ip": "",
       *       "status": true,
       *       "disabled": false,
       *       "locked": false,
       *       "lastSeen": 0,
       *       "expiresAt": 2524608000000
       *     }
       */
      before: components['schemas']['LicenseKeyDto'] | components['schemas']['LicenseKeyOutlineDto'];
      /**
       * @description What it would contain otherwise; absent if that stays.
       * @example [
       *       {
       *         "term": "entitlements.projects",
       *         "effect": "gains",
       *         "before": 5,
       *         "after": 50
       *       }
       *     ]
       */
      contents?: components['schemas']['ContentChangeDto'][];
      /**
       * @description Why it could not be changed; absent if it could.
       * @example extendDays would move expiresAt beyond what it can be: an integer from 1 to 9007199254740991.
       */
      msg?: string;
    };
    ChangeFoundKeysDto: {
      /**
       * @description What to change on each license key: at least one field.
       * @example {
       *       "extendDays": 30
       *     }
       */
      change: components['schemas']['KeyChangeDto'];
      /**
       * @description Which license keys; `{}` chooses all.
       * @example {
       *       "pid": 6,
       *       "disabled": false
       *     }
       */
      filter: components['schemas']['KeyFilterDto'];
      /**
       * @description True says what would change, and changes nothing.
       * @example false
       */
      preview?: boolean;
      /**
       * @description Why, for the audit: up to 200 characters. It changes nothing by itself, and is not kept with the record.
       * @example Paid back on 12 May
       */
      reason?: string;
    };
    ChangeNamedKeysDto: {
      /**
       * @description What to change on each license key: at least one field.
       * @example {
       *       "extendDays": 30
       *     }
       */
      change: components['schemas']['KeyChangeDto'];
      /**
       * @description Record ids of 1 to 10000 license keys; repeated ids count once.
       * @example [
       *       1,
       *       2,
       *       3
       *     ]
       */
      ids: number[];
      /**
       * @description True says what would change, and changes nothing.
       * @example false
       */
      preview?: boolean;
      /**
       * @description Why, for the audit: up to 200 characters. It changes nothing by itself, and is not kept with the record.
       * @example Paid back on 12 May
       */
      reason?: string;
    };
    CheckCountDto: {
      /**
       * @description Start of the hour or day in UTC, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      at: number;
      /**
       * @description How many checks had this verdict, at least 1.
       * @example 120
       */
      count: number;
      /**
       * @description The product of the license keys; only with `products=true`.
       * @example 6
       */
      pid?: number;
      /**
       * @description The verdict's label.
       * @example AUTHORISED
       * @enum {string}
       */
      status:
        | 'AUTHORISED'
        | 'TEST KEY'
        | 'KEY DISABLED'
        | 'NOT ACTIVE'
        | 'EXPIRED'
        | 'INVALID PRODUCT'
        | 'NOT AUTHORISED'
        | 'NOT ENTITLED'
        | 'UPDATE NOT COVERED'
        | 'NO SEAT'
        | 'RELEASED'
        | 'KEY REPLACED';
    };
    CheckCountsDto: {
      /**
       * @description Unit of the counts.
       * @example hour
       * @enum {string}
       */
      by: 'hour' | 'day';
      /**
       * @description Start of the first hour or day, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      from: number;
      /**
       * @description By time, product and verdict; counts of zero are left out.
       * @example [
       *       {
       *         "at": 1767225600000,
       *         "status": "AUTHORISED",
       *         "pid": 6,
       *         "count": 120
       *       }
       *     ]
       */
      rows: components['schemas']['CheckCountDto'][];
      /**
       * @description End of the last hour or day, in milliseconds since the Unix epoch.
       * @example 1767312000000
       */
      to: number;
      /**
       * @description The counts are complete up to this time, in milliseconds since the Unix epoch; usually less than a minute ago.
       * @example 1767311980000
       */
      upTo: number;
    };
    CheckLicenseDto: {
      /**
       * @description Identifies the device: 1 to 191 characters that the program chooses and keeps. The device takes a seat of a license
       *     key with `seats`; without this field, the client's address takes it. Stored as a keyed hash only.
       * @example b7c1d9e2-0f6a-4c57-9d3b-2a1f4e8c6d05
       */
      device?: string;
      /**
       * @description The device's name for people: 1 to 191 characters.
       * @example Laptop of Anna
       */
      deviceName?: string;
      /**
       * @description `true` asks what the license key contains: an answer that passes says so in `entitlements`.
       * @example true
       */
      entitlements?: boolean;
      /**
       * @description The license key, or its record id as text or integer.
       * @example 1
       */
      id: string | number;
      /**
       * @description Free text for the log, cut to 1024 characters.
       * @example version 2.1
       */
      info?: string;
      /**
       * @description `false` skips the log; ignored unless the API key has the scope `admin`.
       * @example true
       */
      log?: boolean;
      /**
       * @description Asks for a signed answer that is valid for this client only: 16 to 128 random characters of A-Z, a-z, 0-9, - and _.
       *     Without it, or without signing set up, the answer isn't signed.
       * @example pQ7vX2mN9kR4tW8yB3cF6g
       */
      nonce?: string;
      /**
       * @description The product to judge; without it, the product isn't judged. Ignored if the path names the product.
       * @example 6
       */
      pid?: number;
      /**
       * @description Entitlements without which the program does nothing: 1 to 64 names, a list or text with commas. NOT ENTITLED unless
       *     the license key contains all of them.
       * @example [
       *       "export"
       *     ]
       */
      require?: string[] | string;
      /**
       * @description The version of the program, if the license key is to be asked whether it covers it: UPDATE NOT COVERED if the version
       *     is registered as released after `updatesUntil`. 1 to 4 numbers, and behind them what Semantic Versioning allows;
       *     anything else is ignored.
       * @example 2.1.0
       */
      version?: string;
    };
    CheckMultipleDto: {
      /**
       * @description Identifies the device: 1 to 191 characters that the program chooses and keeps. The device takes a seat of a license
       *     key with `seats`; without this field, the client's address takes it. Stored as a keyed hash only.
       * @example b7c1d9e2-0f6a-4c57-9d3b-2a1f4e8c6d05
       */
      device?: string;
      /**
       * @description The device's name for people: 1 to 191 characters.
       * @example Laptop of Anna
       */
      deviceName?: string;
      /**
       * @description `true` asks what the license key contains: an answer that passes says so in `entitlements`.
       * @example true
       */
      entitlements?: boolean;
      /**
       * @description The license key or its record id, text or integer; ignored if `Authorization` presents the key.
       * @example 1
       */
      id?: string | number;
      /**
       * @description Free text for the log, cut to 1024 characters.
       * @example version 2.1
       */
      info?: string;
      /**
       * @description `false` skips the log; ignored unless the API key has the scope `admin`.
       * @example true
       */
      log?: boolean;
      /**
       * @description Asks for a signed answer that is valid for this client only: 16 to 128 random characters of A-Z, a-z, 0-9, - and _.
       *     Without it, or without signing set up, the answer isn't signed.
       * @example pQ7vX2mN9kR4tW8yB3cF6g
       */
      nonce?: string;
      /**
       * @description 1 to 100 product ids: a list, or text with commas. The query may hold them too: `proIds=6,9` or `proIds[]=6`.
       * @example [
       *       6,
       *       9
       *     ]
       */
      proIds: number[] | string;
      /**
       * @description Entitlements without which the program does nothing: 1 to 64 names, a list or text with commas. NOT ENTITLED unless
       *     the license key contains all of them.
       * @example [
       *       "export"
       *     ]
       */
      require?: string[] | string;
      /**
       * @description The version of the program, if the license key is to be asked whether it covers it: UPDATE NOT COVERED if the version
       *     is registered as released after `updatesUntil`. 1 to 4 numbers, and behind them what Semantic Versioning allows;
       *     anything else is ignored.
       * @example 2.1.0
       */
      version?: string;
    };
    CheckPathDto: {
      /**
       * @description Identifies the device: 1 to 191 characters that the program chooses and keeps. The device takes a seat of a license
       *     key with `seats`; without this field, the client's address takes it. Stored as a keyed hash only.
       * @example b7c1d9e2-0f6a-4c57-9d3b-2a1f4e8c6d05
       */
      device?: string;
      /**
       * @description The device's name for people: 1 to 191 characters.
       * @example Laptop of Anna
       */
      deviceName?: string;
      /**
       * @description `true` asks what the license key contains: an answer that passes says so in `entitlements`.
       * @example true
       */
      entitlements?: boolean;
      /**
       * @description Free text for the log, cut to 1024 characters.
       * @example version 2.1
       */
      info?: string;
      /**
       * @description `false` skips the log; ignored unless the API key has the scope `admin`.
       * @example true
       */
      log?: boolean;
      /**
       * @description Asks for a signed answer that is valid for this client only: 16 to 128 random characters of A-Z, a-z, 0-9, - and _.
       *     Without it, or without signing set up, the answer isn't signed.
       * @example pQ7vX2mN9kR4tW8yB3cF6g
       */
      nonce?: string;
      /**
       * @description The product to judge; without it, the product isn't judged. Ignored if the path names the product.
       * @example 6
       */
      pid?: number;
      /**
       * @description Entitlements without which the program does nothing: 1 to 64 names, a list or text with commas. NOT ENTITLED unless
       *     the license key contains all of them.
       * @example [
       *       "export"
       *     ]
       */
      require?: string[] | string;
      /**
       * @description The version of the program, if the license key is to be asked whether it covers it: UPDATE NOT COVERED if the version
       *     is registered as released after `updatesUntil`. 1 to 4 numbers, and behind them what Semantic Versioning allows;
       *     anything else is ignored.
       * @example 2.1.0
       */
      version?: string;
    };
    ContentChangeDto: {
      /**
       * @description Absent if it contains none.
       * @example 50
       */
      after?: string | number | boolean;
      /**
       * @description Absent if it contained none; without `seats`, devices are not counted.
       * @example 5
       */
      before?: string | number | boolean;
      /**
       * @description More is a gain, and less a loss; a text that changes is neither.
       * @example gains
       * @enum {string}
       */
      effect: 'gains' | 'loses' | 'changes';
      /**
       * @description `seats`, `leaseSeconds`, `graceDays`, `entitlements.` and a name, or `meters.`, a name, `.` and its period, with what it has room for: of the key, or else of its plan.
       * @example entitlements.projects
       */
      term: string;
    };
    CountedVisitsDto: {
      /**
       * @description Visits of bots and previews besides, by `day` and `hour` alone.
       * @example 3
       */
      bots?: number;
      /**
       * @description The day as 2026-11-23, the hour as 2026-11-23T14:00, or the value; empty for visits of which it isn't known, and
       *     "(other)" for values beyond the first 50 of a day.
       * @example Firefox
       */
      value: string;
      /**
       * @description Visitors, each counted once a day, with what was known of the first visit.
       * @example 4
       */
      visitors: number;
      /**
       * @description Visits of people; by `visitor` also those of bots.
       * @example 10
       */
      visits: number;
    };
    CreateAlikeLicenseKeysDto: {
      /**
       * @description How many license keys to create: 1 to 10000.
       * @example 3
       */
      count: number;
      /**
       * @description Whether the key starts disabled; false when left out.
       * @example false
       */
      disabled?: boolean;
      /**
       * @description What the key contains, for programs that ask, over what its plan says: at most 64 names with true, a number or a text, or false for what it does not contain; at most 2500 bytes as JSON.
       * @example {
       *       "export": true,
       *       "projects": 50
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description When the key expires, in milliseconds since the Unix epoch or as an ISO date, from 2001 on; a time in the past ends it at once. Never if it is left out or 0.
       * @example 2524608000000
       */
      expiresAt?: number | string;
      /**
       * @description For how many days after `expiresAt` the key still passes, 1 to 365; the plan's, or none, if it is left out or 0.
       * @example 7
       */
      graceDays?: number;
      /**
       * @description The address or CIDR range that may use the key; any address may when it is left out or empty.
       * @example
       */
      ip?: string;
      /**
       * @description Seconds without a check after which a device loses its seat, 60 to 2592000. If it is left out, a device keeps its seat until it is released. Without `seats` it has no effect.
       * @example 2592000
       */
      leaseSeconds?: number;
      /**
       * @description Whether the key is node-locked; false when left out.
       * @example false
       */
      locked?: boolean;
      /**
       * @description Data of your own systems: at most 50 names of 1 to 64 characters, with text of up to 500 characters, numbers within 2^53, true or false; at most 4096 bytes as JSON.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description What is counted of the key's uses, over what its plan says, name by name: at most 16 names, each with a `limit` of 0 to 1000000000 uses in a `period` (`day` or `month` by the calendar in UTC, `monthFromFirstUse`, or `total`), and perhaps an `overage` of up to 1000 percent of the limit.
       * @example {
       *       "exports": {
       *         "limit": 800,
       *         "period": "month"
       *       }
       *     }
       */
      meters?: {
        [key: string]: {
          limit: number;
          overage?: number;
          /** @enum {string} */
          period: 'day' | 'month' | 'monthFromFirstUse' | 'total';
        };
      };
      /**
       * @description A note for colleagues: up to 1000 characters, in any number of lines. Programs never see it.
       * @example Paid by invoice
       */
      note?: string;
      /**
       * @description The product that the key is for.
       * @example 6
       */
      pid: number;
      /**
       * @description The code of a plan of the product: the key takes from it whatever it doesn't set itself, and without `expiresAt` also its end.
       * @example
       */
      plan?: string;
      /**
       * @description How many devices may use the key at a time, 1 to 1000000; devices aren't counted if it is left out.
       * @example 3
       */
      seats?: number;
      /**
       * @description Whether the key is active; true when left out.
       * @example true
       */
      status?: boolean;
      /**
       * @description Whether it is a test key, whose checks only API keys with the scope `check:test` pass; false when left out. It stays what it is.
       * @example false
       */
      test?: boolean;
      /**
       * @description The customer that the key belongs to.
       * @example customer-17
       */
      uid: string;
      /**
       * @description Releases up to this time may be used, for ever: in milliseconds since the Unix epoch or as an ISO date, from 2001 on. If it is left out or 0, the plan's `updates` count from when its time begins; without them, all releases may be used.
       * @example 2524608000000
       */
      updatesUntil?: number | string;
    };
    CreateApiKeyDto: {
      /**
       * @description Expiry, in milliseconds since the Unix epoch or as an ISO date; never if omitted.
       * @example 2524608000000
       */
      expiresAt?: number | string;
      /**
       * @description What the key is for: 1 to 191 characters.
       * @example web shop
       */
      name: string;
      /**
       * @description What the key may do; `admin` includes all other scopes.
       * @example [
       *       "keys:read",
       *       "keys:write"
       *     ]
       */
      scopes: (
        | 'keys:read'
        | 'keys:write'
        | 'keys:disable'
        | 'keys:support'
        | 'logs:read'
        | 'check'
        | 'check:test'
        | 'customers:read'
        | 'customers:write'
        | 'products:read'
        | 'products:write'
        | 'plans:read'
        | 'plans:write'
        | 'links:read'
        | 'links:write'
        | 'devices:write'
        | 'licenses:sign'
        | 'signing:read'
        | 'signing:write'
        | 'events:read'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'mail:read'
        | 'mail:write'
        | 'sales:read'
        | 'sales:write'
        | 'metrics'
        | 'admin'
      )[];
    };
    CreateCustomerDto: {
      /**
       * @description The email address.
       * @example anna.tanaka@example.com
       */
      email?: string;
      /**
       * @description The language to write in, as a tag such as `de` or `pt-BR`.
       * @example de
       */
      language?: string;
      /**
       * @description Data of your own systems: at most 50 names of 1 to 64 characters, with text of up to 500 characters, numbers within 2^53, true or false; at most 4096 bytes as JSON.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description The name of the person or company.
       * @example Anna Tanaka
       */
      name?: string;
      /**
       * @description A note for colleagues: up to 1000 characters, in any number of lines. Programs never see it.
       * @example Paid by invoice
       */
      note?: string;
      /**
       * @description The uid that license keys will name, or name already; a random one by default.
       * @example customer-17
       */
      uid?: string;
    };
    CreateDomainDto: {
      /**
       * @description The host that its links will answer on: a name with a dot, without port, up to 126 characters. It stays as it is.
       * @example shop.example.com
       */
      host: string;
      /**
       * @description Where addresses of the domain lead that are no link: an absolute http(s) URL. Nowhere (404) if it is left out.
       * @example https://www.example.com/lost
       */
      notFoundUrl?: string;
      /**
       * @description Where the bare domain leads: an absolute http(s) URL. Nowhere (404) if it is left out.
       * @example https://www.example.com/
       */
      rootUrl?: string;
    };
    CreateLicenseKeyDto: {
      /**
       * @description Whether the key starts disabled; false when left out.
       * @example false
       */
      disabled?: boolean;
      /**
       * @description What the key contains, for programs that ask, over what its plan says: at most 64 names with true, a number or a text, or false for what it does not contain; at most 2500 bytes as JSON.
       * @example {
       *       "export": true,
       *       "projects": 50
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description When the key expires, in milliseconds since the Unix epoch or as an ISO date, from 2001 on; a time in the past ends it at once. Never if it is left out or 0.
       * @example 2524608000000
       */
      expiresAt?: number | string;
      /**
       * @description For how many days after `expiresAt` the key still passes, 1 to 365; the plan's, or none, if it is left out or 0.
       * @example 7
       */
      graceDays?: number;
      /**
       * @description The address or CIDR range that may use the key; any address may when it is left out or empty.
       * @example
       */
      ip?: string;
      /**
       * @description Seconds without a check after which a device loses its seat, 60 to 2592000. If it is left out, a device keeps its seat until it is released. Without `seats` it has no effect.
       * @example 2592000
       */
      leaseSeconds?: number;
      /**
       * @description Whether the key is node-locked; false when left out.
       * @example false
       */
      locked?: boolean;
      /**
       * @description Data of your own systems: at most 50 names of 1 to 64 characters, with text of up to 500 characters, numbers within 2^53, true or false; at most 4096 bytes as JSON.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description What is counted of the key's uses, over what its plan says, name by name: at most 16 names, each with a `limit` of 0 to 1000000000 uses in a `period` (`day` or `month` by the calendar in UTC, `monthFromFirstUse`, or `total`), and perhaps an `overage` of up to 1000 percent of the limit.
       * @example {
       *       "exports": {
       *         "limit": 800,
       *         "period": "month"
       *       }
       *     }
       */
      meters?: {
        [key: string]: {
          limit: number;
          overage?: number;
          /** @enum {string} */
          period: 'day' | 'month' | 'monthFromFirstUse' | 'total';
        };
      };
      /**
       * @description A note for colleagues: up to 1000 characters, in any number of lines. Programs never see it.
       * @example Paid by invoice
       */
      note?: string;
      /**
       * @description The product that the key is for.
       * @example 6
       */
      pid: number;
      /**
       * @description The code of a plan of the product: the key takes from it whatever it doesn't set itself, and without `expiresAt` also its end.
       * @example
       */
      plan?: string;
      /**
       * @description How many devices may use the key at a time, 1 to 1000000; devices aren't counted if it is left out.
       * @example 3
       */
      seats?: number;
      /**
       * @description Whether the key is active; true when left out.
       * @example true
       */
      status?: boolean;
      /**
       * @description Whether it is a test key, whose checks only API keys with the scope `check:test` pass; false when left out. It stays what it is.
       * @example false
       */
      test?: boolean;
      /**
       * @description The customer that the key belongs to.
       * @example customer-17
       */
      uid: string;
      /**
       * @description Releases up to this time may be used, for ever: in milliseconds since the Unix epoch or as an ISO date, from 2001 on. If it is left out or 0, the plan's `updates` count from when its time begins; without them, all releases may be used.
       * @example 2524608000000
       */
      updatesUntil?: number | string;
    };
    CreateLinkDto: {
      /**
       * @description What chats and social networks show of the link, in place of its target: a `title` of up to 200 characters, a `description` of up to 500 and an `image`, an absolute http(s) URL. They get a page with it and are not led on; people are.
       * @example {
       *       "title": "Spring sale",
       *       "description": "Half price until Sunday",
       *       "image": "https://example.com/sale.png"
       *     }
       */
      card?: {
        description?: string;
        image?: string;
        title?: string;
      };
      /**
       * @description The domain that the link will answer on, one of `GET /api/domains`; it stays as it is. The service's own address if it is left out.
       * @example go.example.com
       */
      domain?: string;
      /**
       * @description Where visitors are sent once the link has expired or had all its visits, an absolute http(s) URL of at most 2048 characters. They are told so if it is left out.
       * @example https://example.com/offers
       */
      endedUrl?: string;
      /**
       * @description When the link expires, in milliseconds since the Unix epoch or as an ISO date, from 2001 on; a time in the past ends it at once. Never if it is left out or 0.
       * @example 2524608000000
       */
      expiresAt?: number | string;
      /**
       * @description Whether the query of a visit is handed on to the target, but for names that the target has a value for. It isn't if this is left out.
       * @example true
       */
      forwardQuery?: boolean;
      /**
       * @description How many visits the link may have; no limit if it is left out.
       * @example 100
       */
      maxVisits?: number;
      /**
       * @description The short name: 1 to 128 of `A-Z a-z 0-9 - _ . ~`, no leading dot, case-insensitive.
       * @example spring-sale
       */
      name: string;
      /**
       * @description A note for colleagues: up to 1000 characters, in any number of lines. Visitors never see it.
       * @example Printed on the flyer; do not rename.
       */
      note?: string;
      /**
       * @description What visitors are asked for first, 1 to 200 characters. Nobody is if it is left out or null.
       * @example open sesame
       */
      password?: string | null;
      /**
       * @description At most 20 rules, of which the first whose conditions a visit meets says where it leads to: `device`, `os`, `language` and `country` are lists of values, `from` and `until` times, `query` parameters of the short address with their values (or true for any), `percent` the share of visitors; at most 8192 bytes as JSON.
       * @example [
       *       {
       *         "os": [
       *           "iOS"
       *         ],
       *         "url": "https://apps.apple.com/app/id1234567890"
       *       }
       *     ]
       */
      rules?: {
        country?: string[];
        device?: ('desktop' | 'mobile' | 'tablet' | 'tv')[];
        from?: number | string;
        language?: string[];
        os?: (
          | 'Android'
          | 'iOS'
          | 'Windows'
          | 'macOS'
          | 'Linux'
          | 'Chrome OS'
          | 'HarmonyOS'
          | 'Tizen'
          | 'WebOS'
          | 'Roku'
          | 'PlayStation 4'
          | 'BlackBerry'
          | 'Bada'
          | 'Windows Phone'
        )[];
        percent?: number;
        query?: {
          [key: string]: string | true;
        };
        until?: number | string;
        url: string;
      }[];
      /**
       * @description Up to 10 tags of 1 to 50 characters, separated by commas.
       * @example mail,spring
       */
      tags?: string;
      /**
       * @description What the link is for, in words for colleagues: up to 200 characters.
       * @example Spring sale, newsletter
       */
      title?: string;
      /**
       * @description Target: an absolute http(s) URL of at most 2048 characters.
       * @example https://example.com/sale?utm_source=mail
       */
      url: string;
    };
    CreateListedLicenseKeysDto: {
      /**
       * @description The license keys to create: 1 to 10000.
       * @example [
       *       {
       *         "uid": "customer-17",
       *         "pid": 6
       *       }
       *     ]
       */
      keys: components['schemas']['CreateLicenseKeyDto'][];
    };
    CreateMappingDto: {
      /**
       * @description How many license keys or seats there are for each unit, 1 to 1000; 1 if left out.
       * @example 1
       */
      count?: number;
      /**
       * @description Whether each unit is a license key of its own, the default, or a seat of one key.
       * @example key
       * @enum {string}
       */
      each?: 'key' | 'seat';
      /**
       * @description The shop's id of the item: of a price, variant, product or payment link.
       * @example price_1Pro
       */
      item: string;
      /**
       * @description The product that its license keys are for; null if the item is no license, so that nothing waits for it.
       * @example 6
       */
      pid: number | null;
      /**
       * @description The plan of the license keys; none if left out or empty.
       * @example pro
       */
      plan?: string;
    };
    CreatePlanDto: {
      /**
       * @description What license keys will name the plan by: up to 64 lower-case letters, digits, ".", "_" and "-". It stays as it is.
       * @example pro
       */
      code: string;
      /**
       * @description How long a license key runs, by the calendar: an ISO 8601 duration of years, months and days, or of weeks. It never ends if it is left out or empty.
       * @example P1Y
       */
      duration?: string;
      /**
       * @description What a license key of the plan contains, for programs that ask: at most 64 names with true, a number or a text; at most 2500 bytes as JSON.
       * @example {
       *       "export": true,
       *       "projects": 50,
       *       "edition": "pro"
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description For how many days after its end a license key still passes, 1 to 365; none if it is left out or 0.
       * @example 7
       */
      graceDays?: number;
      /**
       * @description Seconds without a check after which a device loses its seat, 60 to 2592000; it keeps it until it is released if this is left out or 0.
       * @example 2592000
       */
      leaseSeconds?: number;
      /**
       * @description Data of your own systems: at most 50 names of 1 to 64 characters, with text of up to 500 characters, numbers within 2^53, true or false; at most 4096 bytes as JSON.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description What is counted of the uses of a license key: at most 16 names, each with a `limit` of 0 to 1000000000 uses in a `period` (`day` or `month` by the calendar in UTC, `monthFromFirstUse`, or `total`), and perhaps an `overage` of up to 1000 percent of the limit.
       * @example {
       *       "exports": {
       *         "limit": 500,
       *         "period": "month",
       *         "overage": 10
       *       }
       *     }
       */
      meters?: {
        [key: string]: {
          limit: number;
          overage?: number;
          /** @enum {string} */
          period: 'day' | 'month' | 'monthFromFirstUse' | 'total';
        };
      };
      /**
       * @description The name of the plan.
       * @example Pro
       */
      name: string;
      /**
       * @description How many devices of a license key its customer may release in the portal in 30 days, 1 to 1000; as many as `PORTAL_RELEASES` says if it is left out or 0.
       * @example 5
       */
      portalReleases?: number;
      /**
       * @description How many devices may use a license key at a time, 1 to 1000000; devices aren't counted if it is left out or 0.
       * @example 3
       */
      seats?: number;
      /**
       * @description When that time begins: `creation` of the key, which is the default, or `firstCheck`, the first check that passes.
       * @example creation
       * @enum {string}
       */
      starts?: 'creation' | 'firstCheck';
      /**
       * @description Whether the plan is a trial, which programs start themselves, once for each device; false when left out.
       * @example false
       */
      trial?: boolean;
      /**
       * @description For how long a license key gets new releases, from when its time begins: an ISO 8601 duration of years, months and days, or of weeks. What was released until then may be used for ever. All releases may if it is left out or empty.
       * @example P1Y
       */
      updates?: string;
    };
    CreatePortalLinkDto: {
      /**
       * @description For how many minutes the link can be used, 1 to 60; 10 by default.
       * @example 10
       */
      minutes?: number;
      /**
       * @description The uid of the customer, who has a record.
       * @example customer-17
       */
      uid: string;
    };
    CreateProductDto: {
      /**
       * @description A description for colleagues: up to 1000 characters.
       * @example Multitrack editor for Windows, macOS and Linux
       */
      description?: string;
      /**
       * @description Data of your own systems: at most 50 names of 1 to 64 characters, with text of up to 500 characters, numbers within 2^53, true or false; at most 4096 bytes as JSON.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description The name of the product.
       * @example Tonspur Studio
       */
      name: string;
      /**
       * @description The pid; by default the next one that neither a product nor a license key has.
       * @example 6
       */
      pid?: number;
    };
    CreateReleaseDto: {
      /**
       * @description Who is offered it: `stable`, which is the default, for everybody; another one, such as `beta`, for those who ask for it.
       * @example stable
       */
      channel?: string;
      /**
       * @description What is new, as plain text in any number of lines: up to 4000 characters. Updaters show it.
       * @example Exports are twice as fast.
       */
      notes?: string;
      /**
       * @description What the file is for, in words of your own: up to 64 lower-case letters, digits, ".", "_" and "-", such as `darwin-aarch64`. `any`, which is the default, is offered on every platform. It stays as it is.
       * @example any
       */
      platform?: string;
      /**
       * @description When it was or will be released, in milliseconds since the Unix epoch or as an ISO date, from 2001 on; now if it is left out. Before that time nobody is offered it.
       * @example 1767225600000
       */
      releasedAt?: number | string;
      /**
       * @description The SHA-1 of a package for Squirrel.Windows, which needs it: 40 hexadecimal digits in lower case. The name of the file has the version then: `App-2.1.0-full.nupkg`.
       * @example da39a3ee5e6b4b0d3255bfef95601890afd80709
       */
      sha1?: string;
      /**
       * @description The SHA-256 of the file: 64 hexadecimal digits in lower case.
       * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
       */
      sha256?: string;
      /**
       * @description The file's signature for the updater: what Tauri's `.sig` file has, or the `sparkle:edSignature` of Sparkle's `sign_update`. At most 1024 characters.
       * @example 7cLALFUHSwvEJWSkV8aMreoBe4fhRa4FncC5NoThKxwThL6FDR7hTiPJh1fo2uagnPogisnQsgFgq6mGkt2RBw==
       */
      signature?: string;
      /**
       * @description The size of the file in bytes. Sparkle and Squirrel.Windows need it.
       * @example 7340032
       */
      size?: number;
      /**
       * @description Where the file is: an http or https address of at most 1000 characters, without a password.
       * @example https://downloads.example.com/App-2.1.0-full.nupkg
       */
      url: string;
      /**
       * @description The version: 1 to 4 numbers with dots, optionally with a leading "v", and behind them a pre-release and a build as in Semantic Versioning. It stays as it is. `2.1`, `v2.1.0` and `2.1.0+build.7` are the same version.
       * @example 2.1.0
       */
      version: string;
    };
    CreateShortLinkDto: {
      /**
       * @description What chats and social networks show of the link, in place of its target: a `title` of up to 200 characters, a `description` of up to 500 and an `image`, an absolute http(s) URL. They get a page with it and are not led on; people are.
       * @example {
       *       "title": "Spring sale",
       *       "description": "Half price until Sunday",
       *       "image": "https://example.com/sale.png"
       *     }
       */
      card?: {
        description?: string;
        image?: string;
        title?: string;
      };
      /**
       * @description The domain that the link will answer on, one of `GET /api/domains`; it stays as it is. The service's own address if it is left out.
       * @example go.example.com
       */
      domain?: string;
      /**
       * @description Where visitors are sent once the link has expired or had all its visits, an absolute http(s) URL of at most 2048 characters. They are told so if it is left out.
       * @example https://example.com/offers
       */
      endedUrl?: string;
      /**
       * @description When the link expires, in milliseconds since the Unix epoch or as an ISO date, from 2001 on; a time in the past ends it at once. Never if it is left out or 0.
       * @example 2524608000000
       */
      expiresAt?: number | string;
      /**
       * @description Whether the query of a visit is handed on to the target, but for names that the target has a value for. It isn't if this is left out.
       * @example true
       */
      forwardQuery?: boolean;
      /**
       * @description How many visits the link may have; no limit if it is left out.
       * @example 100
       */
      maxVisits?: number;
      /**
       * @description The short name: 1 to 128 of `A-Z a-z 0-9 - _ . ~`, no leading dot, case-insensitive.
       *     Random by default: 8 characters out of digits and lower-case consonants that are hard to confuse.
       * @example spring-sale
       */
      name?: string;
      /**
       * @description A note for colleagues: up to 1000 characters, in any number of lines. Visitors never see it.
       * @example Printed on the flyer; do not rename.
       */
      note?: string;
      /**
       * @description What visitors are asked for first, 1 to 200 characters. Nobody is if it is left out or null.
       * @example open sesame
       */
      password?: string | null;
      /**
       * @description At most 20 rules, of which the first whose conditions a visit meets says where it leads to: `device`, `os`, `language` and `country` are lists of values, `from` and `until` times, `query` parameters of the short address with their values (or true for any), `percent` the share of visitors; at most 8192 bytes as JSON.
       * @example [
       *       {
       *         "os": [
       *           "iOS"
       *         ],
       *         "url": "https://apps.apple.com/app/id1234567890"
       *       }
       *     ]
       */
      rules?: {
        country?: string[];
        device?: ('desktop' | 'mobile' | 'tablet' | 'tv')[];
        from?: number | string;
        language?: string[];
        os?: (
          | 'Android'
          | 'iOS'
          | 'Windows'
          | 'macOS'
          | 'Linux'
          | 'Chrome OS'
          | 'HarmonyOS'
          | 'Tizen'
          | 'WebOS'
          | 'Roku'
          | 'PlayStation 4'
          | 'BlackBerry'
          | 'Bada'
          | 'Windows Phone'
        )[];
        percent?: number;
        query?: {
          [key: string]: string | true;
        };
        until?: number | string;
        url: string;
      }[];
      /**
       * @description Up to 10 tags of 1 to 50 characters, separated by commas.
       * @example mail,spring
       */
      tags?: string;
      /**
       * @description What the link is for, in words for colleagues: up to 200 characters.
       * @example Spring sale, newsletter
       */
      title?: string;
      /**
       * @description Target: an absolute http(s) URL of at most 2048 characters.
       * @example https://example.com/sale?utm_source=mail
       */
      url: string;
    };
    CreateSourceDto: {
      /**
       * @description Whether what the shop sends is taken; true by default.
       * @example true
       */
      active?: boolean;
      /**
       * @description With it the shop is asked what its messages leave out, and each hour what else was sold. Kept encrypted, never shown.
       * @example rk_live_51H8sQ2LkdIwHu7ix
       */
      apiToken?: string;
      /**
       * @description Where the shop's API is, if not where it is for everybody: needed for WooCommerce, and for Paddle's sandbox.
       * @example https://sandbox-api.paddle.com
       */
      apiUrl?: string;
      /**
       * @description What people call it: up to 191 characters.
       * @example Our shop
       */
      name: string;
      /**
       * @description What the shop signs its messages with, the newest first; two while they are being changed. Kept encrypted, never shown.
       * @example [
       *       "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
       *     ]
       */
      secrets?: string[];
      /**
       * @description Which shop it is; `generic` for any that signs as Standard Webhooks says.
       * @example stripe
       * @enum {string}
       */
      type: 'stripe' | 'paddle' | 'lemonSqueezy' | 'gumroad' | 'fastSpring' | 'wooCommerce' | 'generic';
    };
    CreateWebhookDto: {
      /**
       * @description Whether events are sent; true by default.
       * @example true
       */
      active?: boolean;
      /**
       * @description What it is for: up to 1000 characters.
       * @example Emails customers whose license ends
       */
      description?: string;
      /**
       * @description Further headers of each request, at most 10; their values are kept encrypted and never shown.
       * @example {
       *       "Authorization": "Bearer 7fK2"
       *     }
       */
      headers?: {
        [key: string]: string;
      };
      /**
       * @description Whether events have license keys in full, for which the caller needs `keys:read`, or shortened, the default.
       * @example short
       * @enum {string}
       */
      keys?: 'short' | 'full';
      /**
       * @description Only events about this product; about any if omitted or null.
       * @example 6
       */
      pid?: number | null;
      /**
       * @description Only events of these types; all, also those to come, if omitted or empty.
       * @example [
       *       "licenseKey.created",
       *       "licenseKey.disabled"
       *     ]
       */
      types?: string[];
      /**
       * @description Where events are posted to: https, without a user name or password; `http://` only for a loopback address that WEBHOOK_NETWORKS allows.
       * @example https://shop.example.com/hooks/keylink
       */
      url: string;
    };
    CustomerDto: {
      /**
       * @description When the record was created, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description The email address; absent when there is none.
       * @example anna.tanaka@example.com
       */
      email?: string;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description The language to write in, as a tag such as `de` or `pt-BR`; absent if unknown.
       * @example de
       */
      language?: string;
      /**
       * @description Data of your own systems, such as an order number: names with text, numbers, true or false, ordered by name; absent if there is none.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description The name of the person or company; absent if unknown.
       * @example Anna Tanaka
       */
      name?: string;
      /**
       * @description A note for colleagues, which may have several lines; absent when there is none.
       * @example Paid by invoice
       */
      note?: string;
      /**
       * @description The uid that license keys name.
       * @example customer-17
       */
      uid: string;
    };
    CustomerExportDto: {
      /**
       * @description Bulk changes of the last 30 days that name the customer, newest first.
       * @example [
       *       {
       *         "id": 3,
       *         "change": {
       *           "note": "Spring fair"
       *         },
       *         "filter": {
       *           "uid": "customer-17"
       *         },
       *         "createdAt": 1767225600000,
       *         "endedAt": 1767225605000
       *       }
       *     ]
       */
      bulkChanges: {
        [key: string]: unknown;
      }[];
      /**
       * @description Changes to the record, newest first.
       * @example [
       *       {
       *         "at": 1767225600000,
       *         "action": "create",
       *         "before": null,
       *         "after": {
       *           "id": 1,
       *           "uid": "customer-17",
       *           "name": "Anna Tanaka",
       *           "createdAt": 1767225600000
       *         }
       *       }
       *     ]
       */
      changes: components['schemas']['ExportedChangeDto'][];
      /**
       * @description The record; absent if there is none.
       * @example {
       *       "id": 1,
       *       "uid": "customer-17",
       *       "name": "Anna Tanaka",
       *       "createdAt": 1767225600000
       *     }
       */
      customer?: components['schemas']['CustomerDto'];
      /**
       * @description Events about the record, newest first.
       * @example [
       *       {
       *         "id": "evt_Vn3kq1mXQ0yHf2r9w8eJ7g",
       *         "type": "customer.created",
       *         "at": 1767225600000,
       *         "data": {
       *           "customer": {
       *             "id": 1,
       *             "uid": "customer-17",
       *             "name": "Anna Tanaka",
       *             "createdAt": 1767225600000
       *           }
       *         }
       *       }
       *     ]
       */
      events: components['schemas']['ExportedEventDto'][];
      /**
       * @description When the file was made, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      exportedAt: number;
      /**
       * @description What shops said about these orders, as it was understood.
       * @example [
       *       {
       *         "order": 1,
       *         "kind": "paid",
       *         "id": "paid in_1QxYz",
       *         "at": 1767225600000,
       *         "references": [],
       *         "isTest": false
       *       }
       *     ]
       */
      factsOfOrders: {
        [key: string]: unknown;
      }[];
      /**
       * @description License keys, by ascending record id.
       * @example [
       *       {
       *         "id": 1,
       *         "uuid": "customer-17",
       *         "product": 6,
       *         "key": "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11",
       *         "ip": "",
       *         "status": true,
       *         "disabled": false,
       *         "locked": false,
       *         "lastSeen": 0,
       *         "devices": [
       *           {
       *             "id": 17,
       *             "name": "Laptop of Anna",
       *             "address": "203.0.113.7",
       *             "hasSeat": true,
       *             "firstSeen": 1767225600000,
       *             "lastSeen": 1767225600000
       *           }
       *         ],
       *         "logs": [
       *           {
       *             "id": 1,
       *             "key": 1,
       *             "timeAt": "1767225600000",
       *             "ip": "203.0.113.7",
       *             "details": "version 2.1",
       *             "status": "AUTHORISED"
       *           }
       *         ],
       *         "uses": [
       *           {
       *             "id": 1,
       *             "meter": "exports",
       *             "amount": 1,
       *             "useId": "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11",
       *             "at": 1767225600000,
       *             "recordedAt": 1767225600000
       *           }
       *         ],
       *         "licenses": [
       *           {
       *             "id": 1,
       *             "jti": "b0tVuEnk5Fh1mzXQ",
       *             "exp": 1797780747,
       *             "createdAt": 1767225600000
       *           }
       *         ],
       *         "changes": [],
       *         "events": []
       *       }
       *     ]
       */
      licenseKeys: components['schemas']['CustomersLicenseKeyDto'][];
      /**
       * @description The emails to the customer, newest first, as `GET /api/mails` shows them.
       * @example [
       *       {
       *         "id": 4711,
       *         "kind": "delivered",
       *         "to": "anna.tanaka@example.com",
       *         "createdAt": 1767225600000,
       *         "state": "sent"
       *       }
       *     ]
       */
      mails: {
        [key: string]: unknown;
      }[];
      /**
       * @description What shops said about these orders, as it came, newest first for each.
       * @example [
       *       {
       *         "id": 1,
       *         "order": 1,
       *         "type": "invoice.paid",
       *         "receivedAt": 1767225600000,
       *         "body": "{\"id\":\"evt_1QxYz\"}"
       *       }
       *     ]
       */
      messagesOfShops: {
        [key: string]: unknown;
      }[];
      /**
       * @description What the customer bought, newest first, as `GET /api/orders` shows it.
       * @example [
       *       {
       *         "id": 1,
       *         "reference": "sub_1QxYz",
       *         "status": "paid",
       *         "total": "49.00",
       *         "currency": "EUR"
       *       }
       *     ]
       */
      orders: {
        [key: string]: unknown;
      }[];
      /**
       * @description Other changes that name the customer, newest first: of license keys that were deleted or given to others, orders, emails, and links to the portal.
       * @example [
       *       {
       *         "targetType": "licenseKey",
       *         "targetId": 17,
       *         "at": 1767225600000,
       *         "action": "create",
       *         "before": null,
       *         "after": {
       *           "id": 1,
       *           "uid": "customer-17",
       *           "name": "Anna Tanaka",
       *           "createdAt": 1767225600000
       *         }
       *       }
       *     ]
       */
      otherChanges: components['schemas']['ExportedOtherChangeDto'][];
      /**
       * @description Other events that name the customer, newest first: about the same records, and about offline licenses.
       * @example [
       *       {
       *         "targetType": "licenseKey",
       *         "targetId": 17,
       *         "id": "evt_Vn3kq1mXQ0yHf2r9w8eJ7g",
       *         "type": "customer.created",
       *         "at": 1767225600000,
       *         "data": {
       *           "customer": {
       *             "id": 1,
       *             "uid": "customer-17",
       *             "name": "Anna Tanaka",
       *             "createdAt": 1767225600000
       *           }
       *         }
       *       }
       *     ]
       */
      otherEvents: components['schemas']['ExportedOtherEventDto'][];
      /**
       * @description The uid.
       * @example customer-17
       */
      uid: string;
    };
    CustomersLicenseKeyDto: {
      /**
       * @description Its changes, newest first; of a time when it was somebody else's without what tells of them.
       * @example [
       *       {
       *         "at": 1767225600000,
       *         "action": "create",
       *         "before": null,
       *         "after": {
       *           "id": 1,
       *           "uid": "customer-17",
       *           "name": "Anna Tanaka",
       *           "createdAt": 1767225600000
       *         }
       *       }
       *     ]
       */
      changes: components['schemas']['ExportedChangeDto'][];
      /**
       * @description Its devices, those with a seat first.
       * @example [
       *       {
       *         "id": 17,
       *         "name": "Laptop of Anna",
       *         "address": "203.0.113.7",
       *         "hasSeat": true,
       *         "firstSeen": 1767225600000,
       *         "lastSeen": 1767225600000
       *       }
       *     ]
       */
      devices: components['schemas']['DeviceDto'][];
      /**
       * @description Whether an administrator disabled the key.
       * @example false
       */
      disabled: boolean;
      /**
       * @description What the key contains besides or instead of its plan's entitlements; absent if there is nothing.
       * @example {
       *       "export": true,
       *       "projects": 50
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description Events about it, newest first, likewise.
       * @example []
       */
      events: components['schemas']['ExportedEventDto'][];
      /**
       * @description When the key expires, in milliseconds since the Unix epoch; absent if it never does.
       * @example 2524608000000
       */
      expiresAt?: number;
      /**
       * @description For how many days after `expiresAt` the key still passes; absent if the plan's days count.
       * @example 7
       */
      graceDays?: number;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description The address or CIDR range that may use the key; empty when any may.
       * @example 203.0.113.7
       */
      ip: string;
      /**
       * @description The license key itself: a lower-case UUID, or what was imported.
       * @example 0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11
       */
      key: string;
      /**
       * @description When the key was last checked, in milliseconds since the Unix epoch; 0 until then.
       * @example 1767225600000
       */
      lastSeen: number;
      /**
       * @description Seconds without a check after which a device loses its seat, if the key has `seats`; absent if a device keeps its seat until it is released.
       * @example 2592000
       */
      leaseSeconds?: number;
      /**
       * @description Its offline licenses, newest first.
       * @example [
       *       {
       *         "id": 1,
       *         "jti": "b0tVuEnk5Fh1mzXQ",
       *         "exp": 1797780747,
       *         "createdAt": 1767225600000
       *       }
       *     ]
       */
      licenses: components['schemas']['ExportedLicenseDto'][];
      /**
       * @description Node lock: while it is true and `ip` is empty, the first check that passes binds the key to its caller's address.
       * @example false
       */
      locked: boolean;
      /**
       * @description Its checks, newest first.
       * @example [
       *       {
       *         "id": 1,
       *         "key": 1,
       *         "timeAt": "1767225600000",
       *         "ip": "203.0.113.7",
       *         "details": "version 2.1",
       *         "status": "AUTHORISED"
       *       }
       *     ]
       */
      logs: components['schemas']['LicenseLogDto'][];
      /**
       * @description Data of your own systems, such as an order number: names with text, numbers, true or false, ordered by name; absent if there is none.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description What is counted of the key's uses besides or instead of its plan's meters; absent if there is nothing.
       * @example {
       *       "exports": {
       *         "limit": 800,
       *         "period": "month"
       *       }
       *     }
       */
      meters?: {
        [key: string]: {
          limit: number;
          overage?: number;
          /** @enum {string} */
          period: 'day' | 'month' | 'monthFromFirstUse' | 'total';
        };
      };
      /**
       * @description A note for colleagues, which may have several lines; absent when there is none.
       * @example Paid by invoice
       */
      note?: string;
      /**
       * @description The code of the plan of the product that the key takes its terms from; absent without one.
       * @example pro
       */
      plan?: string;
      /**
       * @description The product that the key is for.
       * @example 6
       */
      product: number;
      /**
       * @description How many devices may use the key at a time; absent if its devices aren't counted.
       * @example 3
       */
      seats?: number;
      /**
       * @description `firstCheck` until the first check that passes, which begins the time of the plan; absent from then on.
       * @example firstCheck
       * @enum {string}
       */
      starts?: 'firstCheck';
      /**
       * @description Whether the key is active.
       * @example true
       */
      status: boolean;
      /**
       * @description True for a test key, whose checks only API keys with the scope `check:test` pass; absent otherwise.
       * @example true
       */
      test?: boolean;
      /**
       * @description Releases up to this time may be used, for ever, in milliseconds since the Unix epoch; absent if all may.
       * @example 2524608000000
       */
      updatesUntil?: number;
      /**
       * @description Its uses of the last 35 days, newest first.
       * @example [
       *       {
       *         "id": 1,
       *         "meter": "exports",
       *         "amount": 1,
       *         "useId": "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11",
       *         "at": 1767225600000,
       *         "recordedAt": 1767225600000
       *       }
       *     ]
       */
      uses: components['schemas']['UseDto'][];
      /**
       * @description The customer that the key belongs to.
       * @example customer-17
       */
      uuid: string;
    };
    DeliveryDto: {
      /**
       * @description Its attempts, the newest last: all of them, also those before it was sent again.
       * @example [
       *       {
       *         "at": 1767225600000,
       *         "milliseconds": 182,
       *         "status": 200
       *       }
       *     ]
       */
      attempts: components['schemas']['AttemptDto'][];
      /**
       * @description When it was put on its way, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description When it is sent next, in milliseconds since the Unix epoch; absent once it has ended.
       * @example 1767225900000
       */
      dueAt?: number;
      /**
       * @description When it arrived or was given up, in milliseconds since the Unix epoch; absent before.
       * @example 1767225600182
       */
      endedAt?: number;
      /**
       * @description Id of the event, sent as `webhook-id`.
       * @example evt_2mYd0PqX7sV1nR4kTz8J
       */
      event: string;
      /**
       * @description Record id.
       * @example 815
       */
      id: number;
      /**
       * @description Position of the event in the feed; absent for a test.
       * @example 4711
       */
      position?: number;
      /**
       * @description Whether it waits for its next try, has arrived, or was given up.
       * @example pending
       * @enum {string}
       */
      state: 'pending' | 'delivered' | 'failed';
      /**
       * @description Type of the event.
       * @example licenseKey.disabled
       */
      type: string;
      /**
       * @description Record id of the webhook.
       * @example 1
       */
      webhook: number;
    };
    DeviceDto: {
      /**
       * @description The client's address at the last check that passed, or of its last refusal if none did.
       * @example 203.0.113.7
       */
      address: string;
      /**
       * @description First check that passed, in milliseconds since the Unix epoch; 0 if none did.
       * @example 1767225600000
       */
      firstSeen: number;
      /**
       * @description Whether it has a seat now: it took one, wasn't released, and its lease has not expired.
       * @example true
       */
      hasSeat: boolean;
      /**
       * @description Until when an offline license holds its seat, in milliseconds since the Unix epoch; absent if none does.
       * @example 2524608000000
       */
      heldUntil?: number;
      /**
       * @description Id among the devices of the license key.
       * @example 17
       */
      id: number;
      /**
       * @description Last check that passed, in milliseconds since the Unix epoch; 0 if none did, or if only an offline license holds its
       *     seat.
       * @example 1767225600000
       */
      lastSeen: number;
      /**
       * @description When its seat ends without another check, in milliseconds since the Unix epoch; absent without a seat, and for
       *     license keys without `leaseSeconds`.
       * @example 2524608000000
       */
      leaseUntil?: number;
      /**
       * @description Display name that the client sent; empty if it never sent one.
       * @example Laptop of Anna
       */
      name: string;
      /**
       * @description When it was last refused for want of a seat, in milliseconds since the Unix epoch; absent if it has a seat, or has
       *     passed since.
       * @example 1767225600000
       */
      refusedAt?: number;
    };
    DeviceOutlineDto: {
      /**
       * @description Whether it has a seat now: it took one, wasn't released, and its lease has not expired.
       * @example true
       */
      hasSeat: boolean;
      /**
       * @description Until when an offline license holds its seat, in milliseconds since the Unix epoch; absent if none does.
       * @example 2524608000000
       */
      heldUntil?: number;
      /**
       * @description Id among the devices of the license key.
       * @example 17
       */
      id: number;
      /**
       * @description When its seat ends without another check, in milliseconds since the Unix epoch; absent without a seat, and for
       *     license keys without `leaseSeconds`.
       * @example 2524608000000
       */
      leaseUntil?: number;
    };
    DomainDto: {
      /**
       * @description When the domain was created, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description The host that its links answer on, in lower case, with umlauts as punycode.
       * @example go.example.com
       */
      host: string;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description Where addresses of the domain lead that are no link; absent if nowhere.
       * @example https://www.example.com/lost
       */
      notFoundUrl?: string;
      /**
       * @description Where the bare domain leads; absent if nowhere.
       * @example https://www.example.com/
       */
      rootUrl?: string;
    };
    ErasedCustomerDto: {
      /**
       * @description How many of them are bound to an address, and will accept any address.
       * @example 1
       */
      boundToAddress: number;
      /**
       * @description Devices that lose their name and address.
       * @example 4
       */
      devices: number;
      /**
       * @description False while the service is still erasing in the background; `GET …/erasure` then shows what is left.
       * @example true
       */
      isDone: boolean;
      /**
       * @description License keys of the customer; they stay.
       * @example 3
       */
      licenseKeys: number;
      /**
       * @description How many of them have a seat now; while there are any, an erasure needs `force`.
       * @example 2
       */
      seatsTaken: number;
      /**
       * @description The uid that the license keys have now.
       * @example customer-17
       */
      uid: string;
    };
    ErasurePreviewDto: {
      /**
       * @description How many of them are bound to an address, and will accept any address.
       * @example 1
       */
      boundToAddress: number;
      /**
       * @description Devices that lose their name and address.
       * @example 4
       */
      devices: number;
      /**
       * @description False if not everything could be counted in time.
       * @example true
       */
      isComplete: boolean;
      /**
       * @description Whether the license keys keep the uid; one that is an email address is replaced.
       * @example true
       */
      keepsUid: boolean;
      /**
       * @description License keys of the customer; they stay.
       * @example 3
       */
      licenseKeys: number;
      /**
       * @description How many of them have a seat now; while there are any, an erasure needs `force`.
       * @example 2
       */
      seatsTaken: number;
      /**
       * @description The uid.
       * @example customer-17
       */
      uid: string;
    };
    ErrorDto: {
      /**
       * @description One sentence that tells a person what to do.
       * @example The specified license key was not found.
       */
      msg: string;
    };
    EventActorDto: {
      /**
       * @description The name that the API key or person had at the time; empty for a program.
       * @example shop
       */
      name: string;
      /**
       * @description An API key, a person who is signed in, the service itself (a command, a job), a program that made a check, or a customer in the portal.
       * @example apiKey
       * @enum {string}
       */
      type: 'apiKey' | 'person' | 'service' | 'client' | 'customer';
    };
    EventDto: {
      /**
       * @description Who did it.
       * @example {
       *       "type": "apiKey",
       *       "name": "shop"
       *     }
       */
      actor: components['schemas']['EventActorDto'];
      /**
       * @description The record by its name, as the API shows it; after a change also `previous`, the former values of what changed. License
       *     keys are shortened unless asked for. An event of more than 20 kB has only the record's `id`, and `isShortened`.
       * @example {
       *       "licenseKey": {
       *         "id": 1,
       *         "uuid": "customer-17",
       *         "key": "5f0c8e1b…",
       *         "disabled": true
       *       },
       *       "previous": {
       *         "disabled": false
       *       }
       *     }
       */
      data: Record<string, never>;
      /**
       * @description Unique for good, even after a restore: what you have handled once, skip.
       * @example evt_m2Zk0mFqvJb0iY1yYb7H
       */
      id: string;
      /**
       * @description 1, 2, 3 and so on, without a gap but for a leap after a restore.
       * @example 4711
       */
      position: number;
      /**
       * @description When, in UTC.
       * @example 2026-11-23T18:12:09.123Z
       */
      timestamp: string;
      /**
       * @description What happened.
       * @example licenseKey.disabled
       */
      type: string;
    };
    ExpiringKeysDto: {
      /**
       * @description How many license keys expire, in whatever state; `most` means that many or more.
       * @example 12
       */
      count: number;
      /**
       * @description Within this many days from now.
       * @example 7
       */
      days: number;
    };
    ExplainCheckDto: {
      /**
       * @description The client's address; the caller's own by default.
       * @example 203.0.113.7
       */
      address?: string;
      /**
       * @description Time of the check in milliseconds since the Unix epoch; now by default. The key and its seats are always the
       *     current ones.
       * @example 1767225600000
       */
      at?: number;
      /**
       * @description The device; without it, the address counts as one.
       * @example b7c1d9e2-0f6a-4c57-9d3b-2a1f4e8c6d05
       */
      device?: string;
      /**
       * @description A listed device by its id among those of the license key; `device` is ignored then.
       * @example 1
       */
      deviceId?: number;
      /**
       * @description `true` asks what the license key contains, as in a check.
       * @example true
       */
      entitlements?: boolean;
      /**
       * @description The license key, or its record id as text or integer.
       * @example 1
       */
      id: string | number;
      /**
       * @description The product to judge; without it, the product isn't judged.
       * @example 6
       */
      pid?: number;
      /**
       * @description Entitlements without which the program does nothing, as in a check.
       * @example [
       *       "export"
       *     ]
       */
      require?: string[] | string;
      /**
       * @description `true` for a check by an API key with the scope `check:test`, which passes test keys.
       * @example false
       */
      test?: boolean;
      /**
       * @description The version of the program, as in a check.
       * @example 2.1.0
       */
      version?: string;
    };
    ExplainLogDto: {
      /**
       * @description The id of its log; needs the scope `logs:read` too.
       * @example 1
       */
      log: number;
    };
    ExplanationDto: {
      /**
       * @description The address used for judging.
       * @example 203.0.113.7
       */
      address: string;
      /**
       * @description The time used for judging, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      at: number;
      /**
       * @description The verdict that a check would answer.
       * @example The license key was disabled by an administrator.
       */
      details: string;
      /**
       * @description What a real check would change, in sentences.
       * @example [
       *       "A check would be logged, and would move lastSeen."
       *     ]
       */
      effects: string[];
      /**
       * @description With AUTHORISED, if the check asks: what the license key contains.
       * @example {
       *       "export": true,
       *       "projects": 50
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description Only if what was sent is a license key from before it was replaced.
       * @example {
       *       "keyId": 2,
       *       "replacedAt": 1767225600000,
       *       "validUntil": 1767225600000
       *     }
       */
      former?: components['schemas']['FormerKeyDto'];
      /**
       * @description With NO SEAT: when the first seat becomes free, in milliseconds since the Unix epoch.
       * @example 2524608000000
       */
      freeAt?: number;
      /**
       * @description With AUTHORISED, for an expired key: until when its grace lasts, in milliseconds since the Unix epoch.
       * @example 1767830400000
       */
      graceUntil?: number;
      /**
       * @description The license key as it is now, also if a former key of it was sent; absent if there is none.
       * @example {
       *       "id": 1,
       *       "uuid": "customer-17",
       *       "product": 6,
       *       "key": "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11",
       *       "ip": "",
       *       "status": true,
       *       "disabled": true,
       *       "locked": false,
       *       "lastSeen": 0
       *     }
       */
      licenseKey?: components['schemas']['LicenseKeyDto'];
      /**
       * @description Only with `log`: the `ETag` of the license key as it is shown here, for `If-Match` with a next step.
       * @example "6mTGJ3vZ0a1bQx5yKd2Lp8Rn"
       */
      licenseKeyTag?: string;
      /**
       * @description With UPDATE NOT COVERED: the newest version of the same channel that the license key covers, if there is one.
       * @example 2.1.0
       */
      newestCovered?: string;
      /**
       * @description Only with `log`: what would let the check pass now; empty if it passes, or if no simple step would.
       * @example [
       *       {
       *         "step": "addSeat",
       *         "seats": 3
       *       }
       *     ]
       */
      nextSteps?: components['schemas']['NextStepDto'][];
      /**
       * @description True for AUTHORISED only.
       * @example false
       */
      pass: boolean;
      /**
       * @description Only with `log`: what that check answered, and why. Everything else is about the same check now.
       * @example {
       *       "log": 4711,
       *       "status": "KEY DISABLED",
       *       "at": 1767225600000,
       *       "address": "203.0.113.24",
       *       "details": "",
       *       "rules": [],
       *       "licenseKey": {
       *         "product": 6,
       *         "ip": "",
       *         "status": true,
       *         "disabled": true
       *       },
       *       "states": []
       *     }
       */
      past?: components['schemas']['PastCheckDto'];
      /**
       * @description All rules, in the order in which a check applies them.
       * @example [
       *       {
       *         "rule": "exists",
       *         "label": "NOT FOUND",
       *         "outcome": "passed",
       *         "saw": "There is such a license key; its record id is 1."
       *       }
       *     ]
       */
      rules: components['schemas']['RuleDto'][];
      /**
       * @description Only with `log`, for license keys with `seats`: the devices that have one now, most recently seen first; at most
       *     100.
       * @example [
       *       {
       *         "id": 3,
       *         "name": "Old Mac",
       *         "address": "203.0.113.7",
       *         "hasSeat": true,
       *         "firstSeen": 1763683200000,
       *         "lastSeen": 1763683200000
       *       }
       *     ]
       */
      seatedDevices?: components['schemas']['DeviceDto'][];
      /**
       * @description For license keys with `seats`: the counts after such a check.
       * @example {
       *       "of": 3,
       *       "taken": 2
       *     }
       */
      seats?: components['schemas']['SeatsDto'];
      /**
       * @description The verdict's label.
       * @example KEY DISABLED
       * @enum {string}
       */
      status:
        | 'AUTHORISED'
        | 'NOT FOUND'
        | 'TEST KEY'
        | 'KEY DISABLED'
        | 'NOT ACTIVE'
        | 'EXPIRED'
        | 'INVALID PRODUCT'
        | 'NOT AUTHORISED'
        | 'NOT ENTITLED'
        | 'UPDATE NOT COVERED'
        | 'NO SEAT';
      /**
       * @description With AUTHORISED, for a test key: true.
       * @example true
       * @enum {boolean}
       */
      test?: true;
    };
    ExportedAuditRecordDto: {
      /**
       * @description What was done.
       * @example update
       * @enum {string}
       */
      action: 'create' | 'update' | 'delete' | 'rotate' | 'revoke' | 'release' | 'renew' | 'withdraw';
      /**
       * @description Client address; empty without one.
       * @example 203.0.113.7
       */
      address: string;
      /**
       * @description The record after, as JSON; empty for a deletion.
       * @example {}
       */
      after: string | null;
      /**
       * @description The API key that made the change; empty for the command line, the service itself and people.
       * @example 1
       */
      apiKeyId: number | null;
      /**
       * @description Name of that API key, or of the person.
       * @example web shop
       */
      apiKeyName: string;
      /**
       * @description The record before, as JSON; empty for a creation.
       * @example {}
       */
      before: string | null;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description Why; empty when no reason was given.
       * @example Paid back on 12 May
       */
      reason: string | null;
      /**
       * @description Id of the request.
       * @example 3c1b2f64-7f0e-4d0b-9d0c-2f6b1f0a9e55
       */
      requestId: string;
      /**
       * @description Its record id.
       * @example 2
       */
      targetId: number;
      /**
       * @description What kind of record.
       * @example licenseKey
       * @enum {string}
       */
      targetType:
        | 'licenseKey'
        | 'link'
        | 'apiKey'
        | 'keySet'
        | 'license'
        | 'session'
        | 'database'
        | 'product'
        | 'customer'
        | 'webhook'
        | 'plan'
        | 'release'
        | 'mail'
        | 'mailTemplate'
        | 'mailKind'
        | 'source'
        | 'mapping'
        | 'inboxMessage'
        | 'order'
        | 'domain';
      /**
       * @description When, as an ISO time in UTC.
       * @example 2026-01-01T00:00:00.000Z
       */
      time: string;
    };
    ExportedChangeDto: {
      /**
       * @description What was done.
       * @example update
       * @enum {string}
       */
      action: 'create' | 'update' | 'delete' | 'rotate' | 'revoke' | 'release' | 'renew' | 'withdraw';
      /**
       * @description The state after the change; null when it was deleted.
       * @example {
       *       "name": "Anna Tanaka"
       *     }
       */
      after: {
        [key: string]: unknown;
      } | null;
      /**
       * @description When, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      at: number;
      /**
       * @description The state before the change; null when it was created.
       * @example {
       *       "name": "A. Tanaka"
       *     }
       */
      before: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Why; absent when no reason was given.
       * @example New laptop
       */
      reason?: string;
    };
    ExportedEventDto: {
      /**
       * @description What receivers of webhooks answered to it; absent if nothing is kept.
       * @example [
       *       {
       *         "at": 1767225600000,
       *         "status": 200,
       *         "answer": "ok"
       *       }
       *     ]
       */
      answers?: {
        [key: string]: unknown;
      }[];
      /**
       * @description When, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      at: number;
      /**
       * @description What it says.
       * @example {
       *       "licenseKey": {
       *         "id": 1,
       *         "uuid": "customer-17"
       *       }
       *     }
       */
      data: Record<string, never>;
      /**
       * @description As followers know it.
       * @example evt_Vn3kq1mXQ0yHf2r9w8eJ7g
       */
      id: string;
      /**
       * @description As `GET /api/events` names it.
       * @example device.seated
       */
      type: string;
    };
    ExportedLicenseDto: {
      /**
       * @description When it was issued, in milliseconds since the Unix epoch.
       * @example 1795188747395
       */
      createdAt: number;
      /**
       * @description Hash of the device's text, keyed by a secret of this database; the same for the same device of a license key.
       *     Absent if any device may use the license.
       * @example 4x8Vb4mJ2cC1oO5nqfWlzqJHC1ywsyzxXLjqRTlPJnY
       */
      device?: string;
      /**
       * @description When it expires, in seconds since the Unix epoch.
       * @example 1797780747
       */
      exp: number;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description The license's `jti` claim.
       * @example b0tVuEnk5Fh1mzXQ
       */
      jti: string;
    };
    ExportedLicenseKeyDto: {
      /**
       * @description Whether an administrator disabled the key.
       * @example false
       */
      disabled: boolean;
      /**
       * @description What the key contains besides or instead of its plan's entitlements; absent if there is nothing.
       * @example {
       *       "export": true,
       *       "projects": 50
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description When the key expires, in milliseconds since the Unix epoch; absent if it never does.
       * @example 2524608000000
       */
      expiresAt?: number | string;
      /**
       * @description For how many days after `expiresAt` the key still passes; absent if the plan's days count.
       * @example 7
       */
      graceDays?: number;
      /**
       * @description The address or CIDR range that may use the key; empty when any may.
       * @example 203.0.113.7
       */
      ip: string;
      /**
       * @description The license key itself: a lower-case UUID, or what was imported.
       * @example 0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11
       */
      key: string;
      /**
       * @description When the key was last checked, in milliseconds since the Unix epoch; 0 until then.
       * @example 1767225600000
       */
      lastSeen: number | string;
      /**
       * @description Seconds without a check after which a device loses its seat, if the key has `seats`; absent if a device keeps its seat until it is released.
       * @example 2592000
       */
      leaseSeconds?: number;
      /**
       * @description Node lock: while it is true and `ip` is empty, the first check that passes binds the key to its caller's address.
       * @example false
       */
      locked: boolean;
      /**
       * @description Data of your own systems, such as an order number: names with text, numbers, true or false, ordered by name; absent if there is none.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description What is counted of the key's uses besides or instead of its plan's meters; absent if there is nothing.
       * @example {
       *       "exports": {
       *         "limit": 800,
       *         "period": "month"
       *       }
       *     }
       */
      meters?: {
        [key: string]: {
          limit: number;
          overage?: number;
          /** @enum {string} */
          period: 'day' | 'month' | 'monthFromFirstUse' | 'total';
        };
      };
      /**
       * @description A note for colleagues, which may have several lines; absent when there is none.
       * @example Paid by invoice
       */
      note?: string;
      /**
       * @description The code of the plan of the product that the key takes its terms from; absent without one.
       * @example pro
       */
      plan?: string;
      /**
       * @description The product that the key is for.
       * @example 6
       */
      product: number;
      /**
       * @description How many devices may use the key at a time; absent if its devices aren't counted.
       * @example 3
       */
      seats?: number;
      /**
       * @description `firstCheck` until the first check that passes, which begins the time of the plan; absent from then on.
       * @example firstCheck
       * @enum {string}
       */
      starts?: 'firstCheck';
      /**
       * @description Whether the key is active.
       * @example true
       */
      status: boolean;
      /**
       * @description True for a test key, whose checks only API keys with the scope `check:test` pass; absent otherwise.
       * @example true
       */
      test?: boolean;
      /**
       * @description Releases up to this time may be used, for ever, in milliseconds since the Unix epoch; absent if all may.
       * @example 2524608000000
       */
      updatesUntil?: number | string;
      /**
       * @description The customer that the key belongs to.
       * @example customer-17
       */
      uuid: string;
    };
    ExportedLinkDto: {
      /**
       * @description What chats and social networks show of the link, in place of its target: they get a page with it and are not led on; absent if there is none.
       * @example {
       *       "title": "Spring sale",
       *       "description": "Half price until Sunday",
       *       "image": "https://example.com/sale.png"
       *     }
       */
      card?: {
        description?: string;
        image?: string;
        title?: string;
      };
      /**
       * @description Visits: how often the redirect was followed.
       * @example 0
       */
      count: number;
      /**
       * @description When the link was created, in milliseconds since the Unix epoch, as text.
       * @example 1767225600000
       */
      createdAt: string;
      /**
       * @description Name of the API key that created the link.
       * @example first admin key
       */
      creator: string;
      /**
       * @description Id of the API key that created the link.
       * @example 1
       */
      creatorID: string;
      /**
       * @description The domain that the link answers on; absent if it answers at the service's own address.
       * @example go.example.com
       */
      domain?: string;
      /**
       * @description Where visitors are sent once the link has expired or had all its visits; absent if they are told so.
       * @example https://example.com/offers
       */
      endedUrl?: string;
      /**
       * @description When the link expires, in milliseconds since the Unix epoch; absent if it never does.
       * @example 2524608000000
       */
      expiresAt?: number | string;
      /**
       * @description Whether the query of a visit is handed on to the target, but for names that the target has a value for; absent if it isn't.
       * @example true
       */
      forwardQuery?: boolean;
      /**
       * @description Whether visitors are asked for a password; absent if they aren't. The password itself is in no answer.
       * @example true
       */
      hasPassword?: boolean;
      /**
       * @description How many visits the link may have; absent if there is no limit.
       * @example 100
       */
      maxVisits?: number;
      /**
       * @description The short name as given.
       * @example spring-sale
       */
      name: string;
      /**
       * @description A note for colleagues, which may have several lines; absent when there is none.
       * @example Printed on the flyer; do not rename.
       */
      note?: string;
      /**
       * @description Rules, of which the first whose conditions a visit meets says where it leads to; absent if all visits lead to `url`.
       * @example [
       *       {
       *         "os": [
       *           "iOS"
       *         ],
       *         "url": "https://apps.apple.com/app/id1234567890"
       *       }
       *     ]
       */
      rules?: {
        country?: string[];
        device?: ('desktop' | 'mobile' | 'tablet' | 'tv')[];
        from?: number | string;
        language?: string[];
        os?: (
          | 'Android'
          | 'iOS'
          | 'Windows'
          | 'macOS'
          | 'Linux'
          | 'Chrome OS'
          | 'HarmonyOS'
          | 'Tizen'
          | 'WebOS'
          | 'Roku'
          | 'PlayStation 4'
          | 'BlackBerry'
          | 'Bada'
          | 'Windows Phone'
        )[];
        percent?: number;
        query?: {
          [key: string]: string | true;
        };
        until?: number | string;
        url: string;
      }[];
      /**
       * @description Tags, separated by commas, in the order of their characters; absent if there are none.
       * @example mail,spring
       */
      tags?: string;
      /**
       * @description What the link is for, in words for colleagues; absent when it has none.
       * @example Spring sale, newsletter
       */
      title?: string;
      /**
       * @description The target URL as given.
       * @example https://example.com/sale?utm_source=mail
       */
      url: string;
    };
    ExportedLoggedCheckDto: {
      /**
       * @description The `info` that the client sent, at most 1024 characters; empty if it sent none.
       * @example version 2.1
       */
      details: string;
      /**
       * @description Id of the device that asked, among those of the license key; absent if it isn't listed there.
       * @example 17
       */
      device?: number;
      /**
       * @description Id of the log record.
       * @example 1
       */
      id: number;
      /**
       * @description The client address that the check used.
       * @example 203.0.113.7
       */
      ip: string;
      /**
       * @description Record id of the license key.
       * @example 1
       */
      key: number;
      /**
       * @description The license key itself; only with the scope `keys:read`.
       * @example 0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11
       */
      licenseKey?: string;
      /**
       * @description The product of the license key.
       * @example 6
       */
      pid: number;
      /**
       * @description The product that the check named, or of several the one that matched; absent if it named none.
       * @example 6
       */
      product?: number;
      /**
       * @description With NOT ENTITLED: the entitlements that the check required, those that were missing first, as many as 1024
       *     characters hold.
       * @example [
       *       "export"
       *     ]
       */
      required?: string[];
      /**
       * @description The label of the check's verdict.
       * @example AUTHORISED
       * @enum {string}
       */
      status:
        | 'AUTHORISED'
        | 'TEST KEY'
        | 'KEY DISABLED'
        | 'NOT ACTIVE'
        | 'EXPIRED'
        | 'INVALID PRODUCT'
        | 'NOT AUTHORISED'
        | 'NOT ENTITLED'
        | 'UPDATE NOT COVERED'
        | 'NO SEAT'
        | 'RELEASED'
        | 'KEY REPLACED';
      /**
       * @description When, as an ISO time in UTC.
       * @example 2026-01-01T00:00:00.000Z
       */
      time: string;
      /**
       * @description The customer of the license key.
       * @example customer-17
       */
      uid: string;
      /**
       * @description The version that the check named; absent if it named none.
       * @example 2.1.0
       */
      version?: string;
    };
    ExportedOtherChangeDto: {
      /**
       * @description What was done.
       * @example update
       * @enum {string}
       */
      action: 'create' | 'update' | 'delete' | 'rotate' | 'revoke' | 'release' | 'renew' | 'withdraw';
      /**
       * @description The state after the change; null when it was deleted.
       * @example {
       *       "name": "Anna Tanaka"
       *     }
       */
      after: {
        [key: string]: unknown;
      } | null;
      /**
       * @description When, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      at: number;
      /**
       * @description The state before the change; null when it was created.
       * @example {
       *       "name": "A. Tanaka"
       *     }
       */
      before: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Why; absent when no reason was given.
       * @example New laptop
       */
      reason?: string;
      /**
       * @description Record id of what was changed.
       * @example 17
       */
      targetId: number;
      /**
       * @description The kind of record that was changed.
       * @example licenseKey
       */
      targetType: string;
    };
    ExportedOtherEventDto: {
      /**
       * @description What receivers of webhooks answered to it; absent if nothing is kept.
       * @example [
       *       {
       *         "at": 1767225600000,
       *         "status": 200,
       *         "answer": "ok"
       *       }
       *     ]
       */
      answers?: {
        [key: string]: unknown;
      }[];
      /**
       * @description When, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      at: number;
      /**
       * @description What it says.
       * @example {
       *       "licenseKey": {
       *         "id": 1,
       *         "uuid": "customer-17"
       *       }
       *     }
       */
      data: Record<string, never>;
      /**
       * @description As followers know it.
       * @example evt_Vn3kq1mXQ0yHf2r9w8eJ7g
       */
      id: string;
      /**
       * @description Record id of what it is about.
       * @example 17
       */
      targetId: number;
      /**
       * @description The kind of record that it is about.
       * @example order
       */
      targetType: string;
      /**
       * @description As `GET /api/events` names it.
       * @example device.seated
       */
      type: string;
    };
    FindingDto: {
      /**
       * @description Name of the check.
       * @example durability
       */
      check: string;
      /**
       * @description A sentence that continues the name of the check.
       * @example what is committed survives a power cut.
       */
      message: string;
      /**
       * @description `failed`: the service would not start like this, or does not keep its promises.
       * @example ok
       * @enum {string}
       */
      status: 'ok' | 'warning' | 'failed';
    };
    FindingsDto: {
      /**
       * @description At least one per check.
       * @example [
       *       {
       *         "check": "durability",
       *         "status": "ok",
       *         "message": "what is committed survives a power cut."
       *       }
       *     ]
       */
      findings: components['schemas']['FindingDto'][];
    };
    FormerKeyDto: {
      /**
       * @description Record id of the license key that it was.
       * @example 2
       */
      keyId: number;
      /**
       * @description When it was replaced, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      replacedAt: number;
      /**
       * @description Until when it still passes, likewise; `replacedAt` without a grace.
       * @example 1767830400000
       */
      validUntil: number;
    };
    HealthDto: {
      /**
       * @description Always "ok"; anything else is an error.
       * @example ok
       * @enum {string}
       */
      status: 'ok';
    };
    HomeDto: {
      /**
       * @description What it is for.
       * @example License keys and short links.
       */
      description: string;
      /**
       * @description The documentation for people: a URL if `PUBLIC_URL` is set, else a path.
       * @example /docs
       */
      documentation: string;
      /**
       * @description The name of the service.
       * @example keylink
       */
      name: string;
      /**
       * @description The documentation for programs.
       * @example /docs/openapi.json
       */
      openapi: string;
    };
    ImportLicenseKeyDto: {
      /**
       * @description Whether the key starts disabled; false when left out.
       * @example false
       */
      disabled?: boolean;
      /**
       * @description What the key contains over what its plan says, in a CSV file as JSON text: at most 64 names with true, a number or a text, or false; at most 2500 bytes.
       * @example {
       *       "export": true,
       *       "projects": 50
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description When the key expires, in milliseconds since the Unix epoch or as an ISO date, from 1970 on; a time in the past ends it at once. Never if it is left out or 0.
       * @example 2524608000000
       */
      expiresAt?: number | string;
      /**
       * @description For how many days after `expiresAt` the key still passes, 1 to 365; the plan's, or none, if it is left out or 0.
       * @example 7
       */
      graceDays?: number;
      /**
       * @description The address or CIDR range that may use the key; any address may when it is left out or empty.
       * @example
       */
      ip?: string;
      /**
       * @description 1 to 191 printable ASCII characters. Without it, the row gets a UUID that is derived from the import's
       *     `Idempotency-Key` and the row number, and so is the same each time the file is sent.
       * @example 0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11
       */
      key?: string;
      /**
       * @description When the key was last checked, in milliseconds since the Unix epoch or as an ISO date; 0 when it is left out.
       * @example 1767225600000
       */
      lastSeen?: number | string;
      /**
       * @description Seconds without a check after which a device loses its seat, 60 to 2592000. If it is left out or 0, a device keeps its seat until it is released. Without `seats` it has no effect.
       * @example 2592000
       */
      leaseSeconds?: number;
      /**
       * @description Whether the key is node-locked; false when left out.
       * @example false
       */
      locked?: boolean;
      /**
       * @description Data of your own systems, in a CSV file as JSON text: at most 50 names of 1 to 64 characters, with text of up to 500 characters, numbers within 2^53, true or false; at most 4096 bytes.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description What is counted of the key's uses, over what its plan says, in a CSV file as JSON text: at most 16 names, each with a `limit`, a `period` (`day`, `month`, `monthFromFirstUse` or `total`) and perhaps an `overage` in percent.
       * @example {
       *       "exports": {
       *         "limit": 800,
       *         "period": "month"
       *       }
       *     }
       */
      meters?: {
        [key: string]: {
          limit: number;
          overage?: number;
          /** @enum {string} */
          period: 'day' | 'month' | 'monthFromFirstUse' | 'total';
        };
      };
      /**
       * @description A note for colleagues: up to 1000 characters, in any number of lines.
       * @example Paid by invoice
       */
      note?: string;
      /**
       * @description The product that the key is for.
       * @example 6
       */
      pid: number;
      /**
       * @description The code of a plan of the product: the key takes from it whatever it doesn't set itself; its end is what `expiresAt` says.
       * @example
       */
      plan?: string;
      /**
       * @description How many devices may use the key at a time, 1 to 1000000; devices aren't counted if it is left out or 0.
       * @example 3
       */
      seats?: number;
      /**
       * @description `firstCheck` if the first check that passes begins the time of the plan; empty if it has begun.
       * @example firstCheck
       * @enum {string}
       */
      starts?: 'firstCheck';
      /**
       * @description Whether the key is active; true when left out.
       * @example true
       */
      status?: boolean;
      /**
       * @description Whether it is a test key, whose checks only API keys with the scope `check:test` pass; false when left out.
       * @example false
       */
      test?: boolean;
      /**
       * @description The customer that the key belongs to.
       * @example customer-17
       */
      uid: string;
      /**
       * @description Releases up to this time may be used, for ever: in milliseconds since the Unix epoch or as an ISO date, from 1970 on. All may if it is left out or 0.
       * @example 2524608000000
       */
      updatesUntil?: number | string;
    };
    ImportLinkDto: {
      /**
       * @description What chats and social networks show of the link, in a CSV file as JSON text.
       * @example {
       *       "title": "Spring sale",
       *       "description": "Half price until Sunday",
       *       "image": "https://example.com/sale.png"
       *     }
       */
      card?: {
        description?: string;
        image?: string;
        title?: string;
      };
      /**
       * @description Visits so far; 0 when it is left out.
       * @example 1200
       */
      count?: number;
      /**
       * @description Creation time: ISO date, or milliseconds since the Unix epoch as text; now by default.
       * @example 1767225600000
       */
      createdAt?: string;
      /**
       * @description Name of its creator, an API key; the importing key by default. Others need `admin`.
       * @example first admin key
       */
      creator?: string;
      /**
       * @description Id of its creator, an API key; the importing key by default. Others need the scope `admin`.
       * @example 1
       */
      creatorID?: string;
      /**
       * @description The domain that the link answers on; the service's own address if it is left out.
       * @example go.example.com
       */
      domain?: string;
      /**
       * @description Where visitors are sent once the link has expired or had all its visits.
       * @example https://example.com/offers
       */
      endedUrl?: string;
      /**
       * @description When the link expires, in milliseconds since the Unix epoch or as an ISO date, from 1970 on. Never if it is left out or 0.
       * @example 2524608000000
       */
      expiresAt?: number | string;
      /**
       * @description Whether the query of a visit is handed on to the target.
       * @example true
       */
      forwardQuery?: boolean;
      /**
       * @description Whether visitors are asked for a password: then the row needs the `password`, unless the link is there already.
       * @example true
       */
      hasPassword?: boolean;
      /**
       * @description How many visits the link may have; no limit if it is left out.
       * @example 100
       */
      maxVisits?: number;
      /**
       * @description The short name: 1 to 128 of `A-Z a-z 0-9 - _ . ~`, no leading dot, case-insensitive.
       * @example spring-sale
       */
      name: string;
      /**
       * @description A note for colleagues: up to 1000 characters, in any number of lines.
       * @example Printed on the flyer; do not rename.
       */
      note?: string;
      /**
       * @description What visitors are asked for first, 1 to 200 characters. Nobody is if it is left out.
       * @example open sesame
       */
      password?: string | null;
      /**
       * @description At most 20 rules, in a CSV file as JSON text, of at most 8192 bytes.
       * @example [
       *       {
       *         "os": [
       *           "iOS"
       *         ],
       *         "url": "https://apps.apple.com/app/id1234567890"
       *       }
       *     ]
       */
      rules?: {
        country?: string[];
        device?: ('desktop' | 'mobile' | 'tablet' | 'tv')[];
        from?: number | string;
        language?: string[];
        os?: (
          | 'Android'
          | 'iOS'
          | 'Windows'
          | 'macOS'
          | 'Linux'
          | 'Chrome OS'
          | 'HarmonyOS'
          | 'Tizen'
          | 'WebOS'
          | 'Roku'
          | 'PlayStation 4'
          | 'BlackBerry'
          | 'Bada'
          | 'Windows Phone'
        )[];
        percent?: number;
        query?: {
          [key: string]: string | true;
        };
        until?: number | string;
        url: string;
      }[];
      /**
       * @description Up to 10 tags of 1 to 50 characters, separated by commas.
       * @example mail,spring
       */
      tags?: string;
      /**
       * @description What the link is for, in words for colleagues: up to 200 characters.
       * @example Spring sale, newsletter
       */
      title?: string;
      /**
       * @description Target: an absolute http(s) URL of at most 2048 characters.
       * @example https://example.com/sale?utm_source=mail
       */
      url: string;
    };
    ImportRowDto: {
      /**
       * @description Record id; absent for invalid rows, and for what a dry run would create.
       * @example 17
       */
      id?: number;
      /**
       * @description The license key made for a row without one.
       * @example 0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11
       */
      key?: string;
      /**
       * @description Why a row is invalid, or where it conflicts.
       * @example pid must be an integer from 0 to 2147483647.
       */
      msg?: string;
      /**
       * @description With `details`, all that is wrong with the columns of an invalid row.
       * @example []
       */
      problems?: components['schemas']['RowProblemDto'][];
      /**
       * @description `unchanged`: it exists; `conflict`: a different one exists, and stays; `invalid`: unusable.
       * @example created
       * @enum {string}
       */
      result: 'created' | 'unchanged' | 'invalid' | 'conflict';
      /**
       * @description Number of the row in the file; 1 is the first record, after a CSV file's line of column names.
       * @example 1
       */
      row: number;
    };
    ImportSummaryDto: {
      /**
       * @description Whether the whole file was read; if not, `msg` says why, the results stand, and the file can be sent again.
       * @example true
       */
      complete: boolean;
      /**
       * @description How many exist, but differ.
       * @example 0
       */
      conflict: number;
      /**
       * @description How many of them were created.
       * @example 998
       */
      created: number;
      /**
       * @description Whether nothing was written.
       * @example false
       */
      dryRun: boolean;
      /**
       * @description How many are unusable.
       * @example 1
       */
      invalid: number;
      /**
       * @description Why the import ended early.
       * @example The service is stopping; send the file again.
       */
      msg?: string;
      /**
       * @description How many rows have a result.
       * @example 1000
       */
      rows: number;
      /**
       * @description How many exist with the same values.
       * @example 1
       */
      unchanged: number;
    };
    InboxMessageDto: {
      /**
       * @description When it is tried next, in milliseconds since the Unix epoch; absent if it isn't.
       * @example 1767225600000
       */
      dueAt?: number;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description The shop's id of the message; absent for one that isn't known to be the shop's.
       * @example evt_1QxYz
       */
      messageId?: string;
      /**
       * @description Record id of the order that it is about; absent if it is about none.
       * @example 1
       */
      order?: number;
      /**
       * @description What is wrong, and what helps; or a remark; absent if there is nothing to say.
       * @example Nothing says what license keys "price_1Pro" stands for: map it.
       */
      problem?: string;
      /**
       * @description When it came, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      receivedAt: number;
      /**
       * @description Whether the shop sent it, or it was asked for through its API.
       * @example webhook
       * @enum {string}
       */
      sentBy: 'webhook' | 'api';
      /**
       * @description `nothing`: there is nothing in it for license keys. `waiting`: for somebody. `failed`: it is tried again. `refused`: its signature is wrong, or a shop that signs nothing does not know what it names.
       * @example done
       * @enum {string}
       */
      state: 'new' | 'done' | 'nothing' | 'waiting' | 'failed' | 'refused';
      /**
       * @description How often it was tried without success, since it came or somebody asked to do it again.
       * @example 0
       */
      tries: number;
      /**
       * @description What the shop calls it; empty if that can't be read.
       * @example invoice.paid
       */
      type: string;
    };
    IssuedLicenseDto: {
      /**
       * @description Id of the API key that issued it; null for the command line.
       * @example 1
       */
      apiKeyId: number | null;
      /**
       * @description Name of that API key at the time.
       * @example web shop
       */
      apiKeyName: string;
      /**
       * @description When it was issued, in milliseconds since the Unix epoch.
       * @example 1795188747395
       */
      createdAt: number;
      /**
       * @description Hash of the device's text, keyed by a secret of this database; the same for the same device of a license key.
       *     Absent if any device may use the license.
       * @example 4x8Vb4mJ2cC1oO5nqfWlzqJHC1ywsyzxXLjqRTlPJnY
       */
      device?: string;
      /**
       * @description When it expires, in seconds since the Unix epoch.
       * @example 1797780747
       */
      exp: number;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description The license's `jti` claim.
       * @example b0tVuEnk5Fh1mzXQ
       */
      jti: string;
    };
    KeptKeysDto: {
      /**
       * @description How many of those counted; `notFound` comes on top of them.
       * @example 53
       */
      count: number;
      /**
       * @description `same`: they already have all the values; `noExpiry`: they have no `expiresAt` to move; `outOfRange`: it would
       *     leave the allowed range, so the change fails for them; `noPlan`: so it does where their product has no such plan;
       *     `notFound`: and for `ids` that name no license key.
       * @example noExpiry
       * @enum {string}
       */
      reason: 'same' | 'noExpiry' | 'outOfRange' | 'noPlan' | 'notFound';
    };
    KeyChangeDto: {
      /**
       * @description Whether the key is disabled by an administrator.
       * @example false
       */
      disabled?: boolean;
      /**
       * @description What the key contains over what its plan says, which replaces all that was there: at most 64 names with true, a number or a text, or false for what it does not contain; at most 2500 bytes as JSON. `{}` clears it.
       * @example {
       *       "export": true,
       *       "projects": 50
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description When the key expires, in milliseconds since the Unix epoch or as an ISO date, from 2001 on. 0 clears it: the key never expires.
       * @example 2524608000000
       */
      expiresAt?: number | string;
      /**
       * @description With `extendDays`: the `expiresAt` of keys that have none, in milliseconds since the Unix epoch or as an ISO date,
       *     from 2001 on. They keep none if it is left out.
       * @example 2524608000000
       */
      expiresAtIfNone?: number | string;
      /**
       * @description Days of 24 hours to move `expiresAt` by, if there is one: -36500 to 36500. Not with `expiresAt`.
       * @example 30
       */
      extendDays?: number;
      /**
       * @description For how many days after `expiresAt` the key still passes, 1 to 365. 0: the plan's, or none.
       * @example 7
       */
      graceDays?: number;
      /**
       * @description The address or CIDR range that may use the key. Empty clears it, which unbinds a node-locked key.
       * @example
       */
      ip?: string;
      /**
       * @description Seconds without a check after which a device loses its seat, 60 to 2592000. 0 removes it: a device keeps its seat until it is released. Without `seats` it has no effect.
       * @example 2592000
       */
      leaseSeconds?: number;
      /**
       * @description Whether the key is node-locked.
       * @example false
       */
      locked?: boolean;
      /**
       * @description Data of your own systems, which replaces all that was there: at most 50 names of 1 to 64 characters, with text of up to 500 characters, numbers within 2^53, true or false; at most 4096 bytes as JSON. `{}` clears it.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description What is counted of the key's uses, over what its plan says, name by name, which replaces all that was there: at most 16 names, each with a `limit`, a `period` (`day`, `month`, `monthFromFirstUse` or `total`) and perhaps an `overage` in percent. `{}` clears it; what was counted stays.
       * @example {
       *       "exports": {
       *         "limit": 800,
       *         "period": "month"
       *       }
       *     }
       */
      meters?: {
        [key: string]: {
          limit: number;
          overage?: number;
          /** @enum {string} */
          period: 'day' | 'month' | 'monthFromFirstUse' | 'total';
        };
      };
      /**
       * @description A note for colleagues: up to 1000 characters, in any number of lines. Empty clears it.
       * @example Paid by invoice
       */
      note?: string;
      /**
       * @description The product that the key is for from now on.
       * @example 6
       */
      pid?: number;
      /**
       * @description The code of a plan of the product: the key takes from it whatever it doesn't set itself, from the next check on; its `expiresAt` stays. Empty: no plan.
       * @example
       */
      plan?: string;
      /**
       * @description How many devices may use the key at a time, 1 to 1000000. 0 removes the limit: devices are no longer counted.
       * @example 3
       */
      seats?: number;
      /**
       * @description Whether the key is active.
       * @example true
       */
      status?: boolean;
      /**
       * @description The customer that the key belongs to from now on.
       * @example customer-17
       */
      uid?: string;
      /**
       * @description Releases up to this time may be used, for ever: in milliseconds since the Unix epoch or as an ISO date, from 2001 on. 0 clears it: all releases may be used.
       * @example 2524608000000
       */
      updatesUntil?: number | string;
    };
    KeyChangeRecordDto: {
      /**
       * @description What was done.
       * @example revoke
       * @enum {string}
       */
      action: 'create' | 'update' | 'delete' | 'rotate' | 'revoke' | 'release' | 'renew' | 'withdraw';
      /**
       * @description The target after the change; null when it was deleted.
       * @example {
       *       "name": "web shop",
       *       "prefix": "kl_R55wM",
       *       "scopes": [
       *         "keys:write"
       *       ],
       *       "expiresAt": null,
       *       "previousUntil": null,
       *       "revokedAt": 1767225600000
       *     }
       */
      after: {
        [key: string]: unknown;
      } | null;
      /**
       * @description The API key's or person's name at the time.
       * @example first admin key
       */
      apiKeyName: string;
      /**
       * @description When the change was made, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      at: number;
      /**
       * @description The target before the change; null when it was created.
       * @example {
       *       "name": "web shop",
       *       "prefix": "kl_R55wM",
       *       "scopes": [
       *         "keys:write"
       *       ],
       *       "expiresAt": null,
       *       "previousUntil": null,
       *       "revokedAt": null
       *     }
       */
      before: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Id of the record.
       * @example 1
       */
      id: number;
      /**
       * @description Why, in the words of the person who made the change; absent when no reason was given.
       * @example leaver
       */
      reason?: string;
    };
    KeyCountsDto: {
      /**
       * @description Within 7, 30 and 90 days, each including the shorter ones.
       * @example [
       *       {
       *         "days": 7,
       *         "count": 12
       *       },
       *       {
       *         "days": 30,
       *         "count": 40
       *       },
       *       {
       *         "days": 90,
       *         "count": 131
       *       }
       *     ]
       */
      expiring: components['schemas']['ExpiringKeysDto'][];
      /**
       * @description The number at which counting stops.
       * @example 10000
       */
      most: number;
    };
    KeyFilterDto: {
      /**
       * @description Disabled keys only, or only those that aren't.
       * @example false
       */
      disabled?: boolean;
      /**
       * @description Only keys that expire after this time, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      expiresAfter?: number;
      /**
       * @description Only keys that expire before this time, in milliseconds since the Unix epoch.
       * @example 2524608000000
       */
      expiresBefore?: number;
      /**
       * @description True: only keys with a plan; false: only keys without.
       * @example false
       */
      hasPlan?: boolean;
      /**
       * @description True: only keys with `seats`; false: only keys without.
       * @example true
       */
      hasSeats?: boolean;
      /**
       * @description Keys with exactly this authorised address or CIDR range only, in any spelling. Empty: keys that any address may use.
       * @example 203.0.113.7
       */
      ip?: string;
      /**
       * @description Only keys that begin with this text, byte for byte: 1 to 191 characters, no wildcards.
       * @example 0b6f1a52
       */
      keyPrefix?: string;
      /**
       * @description Only keys last checked after this time, in milliseconds since the Unix epoch.
       * @example 1764547200000
       */
      lastSeenAfter?: number;
      /**
       * @description Only keys last checked before this time, in milliseconds since the Unix epoch, or never.
       * @example 1767225600000
       */
      lastSeenBefore?: number;
      /**
       * @description Node-locked keys only, or only those that aren't.
       * @example false
       */
      locked?: boolean;
      /**
       * @description Keys for this product only.
       * @example 6
       */
      pid?: number;
      /**
       * @description Keys of this plan only.
       * @example pro
       */
      plan?: string;
      /**
       * @description Only keys that have each of these words, or a word that begins with it, in any case and without accents: in `uid`,
       *     `note`, the values of `metadata`, the name of a device, the customer's record or the name of the product; or whose
       *     key, or former key, begins or ends with it (at least 4 characters); or that have it as record id or `ip`.
       *     An address, a CIDR range, or the beginning of an address (`203.0.113.`) finds keys that have one in these texts or
       *     that were checked from there: from the newest 100 addresses of each key, within seconds.
       * @example tanaka studio
       */
      q?: string;
      /**
       * @description Active or inactive keys only.
       * @example true
       */
      status?: boolean;
      /**
       * @description Test keys only, or only those that aren't.
       * @example true
       */
      test?: boolean;
      /**
       * @description Keys of this customer only.
       * @example customer-17
       */
      uid?: string;
      /**
       * @description Only keys whose `uid` begins with this text, byte for byte: 1 to 191 characters, no wildcards.
       * @example customer-
       */
      uidPrefix?: string;
    };
    KeySetDto: {
      /**
       * @description Base64url of `{iss, version, iat, exp, root, keys, revoked}`.
       * @example eyJpc3MiOiJrZXlsaW5rIiwidmVyc2lvbiI6MX0
       */
      payload: string;
      /**
       * @description Signed by the previous version's root key and, if different, its own.
       * @example [
       *       {
       *         "protected": "eyJhbGciOiJFZERTQSJ9",
       *         "signature": "hgyY0il_MGCjP0JzlnLWG1PPOt7"
       *       }
       *     ]
       */
      signatures: components['schemas']['KeySetSignatureDto'][];
    };
    KeySetSignatureDto: {
      /**
       * @description Which key signed: base64url of `{"alg":"EdDSA","typ":"keylink-keys+jwt","kid":...}`.
       * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImtleWxpbmsta2V5cytqd3QiLCJraWQiOiJrUHJLX3FteFZXYVlWQTl3d0JGNkl1bzN2Vnp6N1R4SENUd1hCeWdyUzRrIn0
       */
      protected: string;
      /**
       * @description The Ed25519 signature, base64url.
       * @example hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg
       */
      signature: string;
    };
    LetterDto: {
      /**
       * @description The HTML; absent for plain text alone.
       * @example <p><code>5f0c8e1b-3d2a-4c57-9d3b-2a1f4e8c6d05</code></p>
       */
      html?: string;
      /**
       * @description The subject.
       * @example Your key for Photo & Film Studio
       */
      subject: string;
      /**
       * @description The plain text.
       * @example 5f0c8e1b-3d2a-4c57-9d3b-2a1f4e8c6d05
       */
      text: string;
    };
    LicenseDto: {
      /**
       * @description When it expires, in seconds since the Unix epoch; the same as its `exp` claim.
       * @example 1797780747
       */
      exp: number;
      /**
       * @description Names of entitlements that the license has no room for; absent if it has all of them. A file (`format=file`) has room
       *     for all.
       * @example [
       *       "projects"
       *     ]
       */
      leftOut?: string[];
      /**
       * @description The license: a JWS of at most 600 characters, which programs verify offline.
       * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImtleWxpbmstbGljZW5zZStqd3QifQ.eyJpc3MiOiJrZXlsaW5rIn0.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg
       */
      license: string;
    };
    LicenseKeyDto: {
      /**
       * @description Whether an administrator disabled the key.
       * @example false
       */
      disabled: boolean;
      /**
       * @description What the key contains besides or instead of its plan's entitlements; absent if there is nothing.
       * @example {
       *       "export": true,
       *       "projects": 50
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description When the key expires, in milliseconds since the Unix epoch; absent if it never does.
       * @example 2524608000000
       */
      expiresAt?: number;
      /**
       * @description For how many days after `expiresAt` the key still passes; absent if the plan's days count.
       * @example 7
       */
      graceDays?: number;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description The address or CIDR range that may use the key; empty when any may.
       * @example 203.0.113.7
       */
      ip: string;
      /**
       * @description The license key itself: a lower-case UUID, or what was imported.
       * @example 0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11
       */
      key: string;
      /**
       * @description When the key was last checked, in milliseconds since the Unix epoch; 0 until then.
       * @example 1767225600000
       */
      lastSeen: number;
      /**
       * @description Seconds without a check after which a device loses its seat, if the key has `seats`; absent if a device keeps its seat until it is released.
       * @example 2592000
       */
      leaseSeconds?: number;
      /**
       * @description Node lock: while it is true and `ip` is empty, the first check that passes binds the key to its caller's address.
       * @example false
       */
      locked: boolean;
      /**
       * @description Data of your own systems, such as an order number: names with text, numbers, true or false, ordered by name; absent if there is none.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description What is counted of the key's uses besides or instead of its plan's meters; absent if there is nothing.
       * @example {
       *       "exports": {
       *         "limit": 800,
       *         "period": "month"
       *       }
       *     }
       */
      meters?: {
        [key: string]: {
          limit: number;
          overage?: number;
          /** @enum {string} */
          period: 'day' | 'month' | 'monthFromFirstUse' | 'total';
        };
      };
      /**
       * @description A note for colleagues, which may have several lines; absent when there is none.
       * @example Paid by invoice
       */
      note?: string;
      /**
       * @description The code of the plan of the product that the key takes its terms from; absent without one.
       * @example pro
       */
      plan?: string;
      /**
       * @description The product that the key is for.
       * @example 6
       */
      product: number;
      /**
       * @description How many devices may use the key at a time; absent if its devices aren't counted.
       * @example 3
       */
      seats?: number;
      /**
       * @description `firstCheck` until the first check that passes, which begins the time of the plan; absent from then on.
       * @example firstCheck
       * @enum {string}
       */
      starts?: 'firstCheck';
      /**
       * @description Whether the key is active.
       * @example true
       */
      status: boolean;
      /**
       * @description True for a test key, whose checks only API keys with the scope `check:test` pass; absent otherwise.
       * @example true
       */
      test?: boolean;
      /**
       * @description Releases up to this time may be used, for ever, in milliseconds since the Unix epoch; absent if all may.
       * @example 2524608000000
       */
      updatesUntil?: number;
      /**
       * @description The customer that the key belongs to.
       * @example customer-17
       */
      uuid: string;
    };
    LicenseKeyOutlineDto: {
      /**
       * @description Whether an administrator disabled the key.
       * @example false
       */
      disabled: boolean;
      /**
       * @description What the key contains besides or instead of its plan's entitlements; absent if there is nothing.
       * @example {
       *       "export": true,
       *       "projects": 50
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description When the key expires, in milliseconds since the Unix epoch; absent if it never does.
       * @example 2524608000000
       */
      expiresAt?: number;
      /**
       * @description For how many days after `expiresAt` the key still passes; absent if the plan's days count.
       * @example 7
       */
      graceDays?: number;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description The address or CIDR range that may use the key; empty when any may.
       * @example 203.0.113.7
       */
      ip: string;
      /**
       * @description When the key was last checked, in milliseconds since the Unix epoch; 0 until then.
       * @example 1767225600000
       */
      lastSeen: number;
      /**
       * @description Seconds without a check after which a device loses its seat, if the key has `seats`; absent if a device keeps its seat until it is released.
       * @example 2592000
       */
      leaseSeconds?: number;
      /**
       * @description Node lock: while it is true and `ip` is empty, the first check that passes binds the key to its caller's address.
       * @example false
       */
      locked: boolean;
      /**
       * @description What is counted of the key's uses besides or instead of its plan's meters; absent if there is nothing.
       * @example {
       *       "exports": {
       *         "limit": 800,
       *         "period": "month"
       *       }
       *     }
       */
      meters?: {
        [key: string]: {
          limit: number;
          overage?: number;
          /** @enum {string} */
          period: 'day' | 'month' | 'monthFromFirstUse' | 'total';
        };
      };
      /**
       * @description The code of the plan of the product that the key takes its terms from; absent without one.
       * @example pro
       */
      plan?: string;
      /**
       * @description The product that the key is for.
       * @example 6
       */
      product: number;
      /**
       * @description How many devices may use the key at a time; absent if its devices aren't counted.
       * @example 3
       */
      seats?: number;
      /**
       * @description `firstCheck` until the first check that passes, which begins the time of the plan; absent from then on.
       * @example firstCheck
       * @enum {string}
       */
      starts?: 'firstCheck';
      /**
       * @description Whether the key is active.
       * @example true
       */
      status: boolean;
      /**
       * @description True for a test key, whose checks only API keys with the scope `check:test` pass; absent otherwise.
       * @example true
       */
      test?: boolean;
      /**
       * @description Releases up to this time may be used, for ever, in milliseconds since the Unix epoch; absent if all may.
       * @example 2524608000000
       */
      updatesUntil?: number;
    };
    LicenseLogDto: {
      /**
       * @description The `info` that the client sent, at most 1024 characters; empty if it sent none.
       * @example version 2.1
       */
      details: string;
      /**
       * @description Id of the device that asked, among those of the license key; absent if it isn't listed there.
       * @example 17
       */
      device?: number;
      /**
       * @description Id of the log record.
       * @example 1
       */
      id: number;
      /**
       * @description The client address that the check used.
       * @example 203.0.113.7
       */
      ip: string;
      /**
       * @description Record id of the license key.
       * @example 1
       */
      key: number;
      /**
       * @description The product that the check named, or of several the one that matched; absent if it named none.
       * @example 6
       */
      product?: number;
      /**
       * @description With NOT ENTITLED: the entitlements that the check required, those that were missing first, as many as 1024
       *     characters hold.
       * @example [
       *       "export"
       *     ]
       */
      required?: string[];
      /**
       * @description The label of the check's verdict.
       * @example AUTHORISED
       * @enum {string}
       */
      status:
        | 'AUTHORISED'
        | 'TEST KEY'
        | 'KEY DISABLED'
        | 'NOT ACTIVE'
        | 'EXPIRED'
        | 'INVALID PRODUCT'
        | 'NOT AUTHORISED'
        | 'NOT ENTITLED'
        | 'UPDATE NOT COVERED'
        | 'NO SEAT'
        | 'RELEASED'
        | 'KEY REPLACED';
      /**
       * @description When the check was answered, in milliseconds since the Unix epoch, as text.
       * @example 1767225600000
       */
      timeAt: string;
      /**
       * @description The version that the check named; absent if it named none.
       * @example 2.1.0
       */
      version?: string;
    };
    LinkDto: {
      /**
       * @description What chats and social networks show of the link, in place of its target: they get a page with it and are not led on; absent if there is none.
       * @example {
       *       "title": "Spring sale",
       *       "description": "Half price until Sunday",
       *       "image": "https://example.com/sale.png"
       *     }
       */
      card?: {
        description?: string;
        image?: string;
        title?: string;
      };
      /**
       * @description Visits: how often the redirect was followed.
       * @example 0
       */
      count: number;
      /**
       * @description When the link was created, in milliseconds since the Unix epoch, as text.
       * @example 1767225600000
       */
      createdAt: string;
      /**
       * @description Name of the API key that created the link.
       * @example first admin key
       */
      creator: string;
      /**
       * @description Id of the API key that created the link.
       * @example 1
       */
      creatorID: string;
      /**
       * @description The domain that the link answers on; absent if it answers at the service's own address.
       * @example go.example.com
       */
      domain?: string;
      /**
       * @description Where visitors are sent once the link has expired or had all its visits; absent if they are told so.
       * @example https://example.com/offers
       */
      endedUrl?: string;
      /**
       * @description When the link expires, in milliseconds since the Unix epoch; absent if it never does.
       * @example 2524608000000
       */
      expiresAt?: number;
      /**
       * @description Whether the query of a visit is handed on to the target, but for names that the target has a value for; absent if it isn't.
       * @example true
       */
      forwardQuery?: boolean;
      /**
       * @description Whether visitors are asked for a password; absent if they aren't. The password itself is in no answer.
       * @example true
       */
      hasPassword?: boolean;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description How many visits the link may have; absent if there is no limit.
       * @example 100
       */
      maxVisits?: number;
      /**
       * @description The short name as given.
       * @example spring-sale
       */
      name: string;
      /**
       * @description A note for colleagues, which may have several lines; absent when there is none.
       * @example Printed on the flyer; do not rename.
       */
      note?: string;
      /**
       * @description Rules, of which the first whose conditions a visit meets says where it leads to; absent if all visits lead to `url`.
       * @example [
       *       {
       *         "os": [
       *           "iOS"
       *         ],
       *         "url": "https://apps.apple.com/app/id1234567890"
       *       }
       *     ]
       */
      rules?: {
        country?: string[];
        device?: ('desktop' | 'mobile' | 'tablet' | 'tv')[];
        from?: number | string;
        language?: string[];
        os?: (
          | 'Android'
          | 'iOS'
          | 'Windows'
          | 'macOS'
          | 'Linux'
          | 'Chrome OS'
          | 'HarmonyOS'
          | 'Tizen'
          | 'WebOS'
          | 'Roku'
          | 'PlayStation 4'
          | 'BlackBerry'
          | 'Bada'
          | 'Windows Phone'
        )[];
        percent?: number;
        query?: {
          [key: string]: string | true;
        };
        until?: number | string;
        url: string;
      }[];
      /**
       * @description Tags, separated by commas, in the order of their characters; absent if there are none.
       * @example mail,spring
       */
      tags?: string;
      /**
       * @description What the link is for, in words for colleagues; absent when it has none.
       * @example Spring sale, newsletter
       */
      title?: string;
      /**
       * @description The target URL as given.
       * @example https://example.com/sale?utm_source=mail
       */
      url: string;
    };
    LiveVisitDto: {
      /**
       * @description Milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      at: number;
      /** @example Safari */
      browser?: string;
      /**
       * @description `utm_campaign` of the short address.
       * @example spring
       */
      campaign?: string;
      /**
       * @description As ISO 3166-1 has it, two letters.
       * @example DE
       */
      country?: string;
      /**
       * @description `desktop`, `mobile`, `tablet`, or another kind.
       * @example mobile
       */
      device?: string;
      /**
       * @description The domain of the link.
       * @example go.example.com
       */
      domain?: string;
      /**
       * @description `qr` by a QR code of the service, else `click`.
       * @example qr
       */
      entry?: string;
      /**
       * @description Stands for the visit as long as it is shown.
       * @example 4711-0
       */
      id: string;
      /**
       * @description The language that the browser prefers, two or three letters.
       * @example de
       */
      language?: string;
      /**
       * @description `utm_medium` of the short address.
       * @example mail
       */
      medium?: string;
      /**
       * @description Operating system.
       * @example iOS
       */
      os?: string;
      /**
       * @description The host of the page before.
       * @example example.org
       */
      referrer?: string;
      /**
       * @description `utm_source` of the short address.
       * @example news
       */
      source?: string;
      /**
       * @description Whether a person or a program followed the link; of programs, nothing else is known.
       * @example person
       * @enum {string}
       */
      visitor: 'person' | 'bot';
    };
    LoggedCheckDto: {
      /**
       * @description The `info` that the client sent, at most 1024 characters; empty if it sent none.
       * @example version 2.1
       */
      details: string;
      /**
       * @description Id of the device that asked, among those of the license key; absent if it isn't listed there.
       * @example 17
       */
      device?: number;
      /**
       * @description Id of the log record.
       * @example 1
       */
      id: number;
      /**
       * @description The client address that the check used.
       * @example 203.0.113.7
       */
      ip: string;
      /**
       * @description Record id of the license key.
       * @example 1
       */
      key: number;
      /**
       * @description The license key itself; only with the scope `keys:read`.
       * @example 0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11
       */
      licenseKey?: string;
      /**
       * @description The product of the license key.
       * @example 6
       */
      pid: number;
      /**
       * @description The product that the check named, or of several the one that matched; absent if it named none.
       * @example 6
       */
      product?: number;
      /**
       * @description With NOT ENTITLED: the entitlements that the check required, those that were missing first, as many as 1024
       *     characters hold.
       * @example [
       *       "export"
       *     ]
       */
      required?: string[];
      /**
       * @description The label of the check's verdict.
       * @example AUTHORISED
       * @enum {string}
       */
      status:
        | 'AUTHORISED'
        | 'TEST KEY'
        | 'KEY DISABLED'
        | 'NOT ACTIVE'
        | 'EXPIRED'
        | 'INVALID PRODUCT'
        | 'NOT AUTHORISED'
        | 'NOT ENTITLED'
        | 'UPDATE NOT COVERED'
        | 'NO SEAT'
        | 'RELEASED'
        | 'KEY REPLACED';
      /**
       * @description When the check was answered, in milliseconds since the Unix epoch, as text.
       * @example 1767225600000
       */
      timeAt: string;
      /**
       * @description The customer of the license key.
       * @example customer-17
       */
      uid: string;
      /**
       * @description The version that the check named; absent if it named none.
       * @example 2.1.0
       */
      version?: string;
    };
    MailDto: {
      /**
       * @description What the mail server said last, or why it was not asked; absent before the first try.
       * @example 550 5.1.1 No such user
       */
      answer?: string;
      /**
       * @description Whether it can be sent again: one with a code that has served can't.
       * @example true
       */
      canBeResent: boolean;
      /**
       * @description When it was queued, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description The uid of the customer; absent if it is for none in particular.
       * @example customer-17
       */
      customer?: string;
      /**
       * @description When it is tried next, in milliseconds since the Unix epoch; absent once it has ended.
       * @example 1767225900000
       */
      dueAt?: number;
      /**
       * @description When it was sent or given up, in milliseconds since the Unix epoch; absent before.
       * @example 1767225600182
       */
      endedAt?: number;
      /**
       * @description Record id.
       * @example 4711
       */
      id: number;
      /**
       * @description What it tells.
       * @example delivered
       * @enum {string}
       */
      kind: 'delivered' | 'resend' | 'expiring' | 'expired' | 'refunded' | 'portalCode' | 'addressChange';
      /**
       * @description The language that it was to be written in; absent if unknown.
       * @example de
       */
      language?: string;
      /**
       * @description Record id of the order; absent without one.
       * @example 12
       */
      order?: number;
      /**
       * @description The pid of the product; absent if it is about none in particular.
       * @example 6
       */
      product?: number;
      /**
       * @description `pending` until the mail server has taken it; `sent` then; `failed` if the server refused it or could not be reached for
       *     too long; `replaced` if it was sent again instead; `obsolete` if what it would have told was not so any more, which
       *     `answer` explains.
       * @example failed
       * @enum {string}
       */
      state: 'pending' | 'sent' | 'failed' | 'replaced' | 'obsolete';
      /**
       * @description The address.
       * @example anna.tanaka@example.com
       */
      to: string;
      /**
       * @description How often it was tried.
       * @example 1
       */
      tries: number;
    };
    MailKindDto: {
      /**
       * @description Whether that can be changed: what somebody asks for is always sent.
       * @example true
       */
      canBeSwitched: boolean;
      /**
       * @description Pids of the products for which the opposite holds.
       * @example [
       *       6
       *     ]
       */
      exceptions: number[];
      /**
       * @description Whether it is sent, for all products but `exceptions`.
       * @example false
       */
      isOn: boolean;
      /**
       * @description The kind of mail.
       * @example expiring
       * @enum {string}
       */
      kind: 'delivered' | 'resend' | 'expiring' | 'expired' | 'refunded' | 'portalCode' | 'addressChange';
      /**
       * @description The languages that it comes with.
       * @example [
       *       "en",
       *       "de"
       *     ]
       */
      languages: string[];
      /**
       * @description What templates of this kind can name.
       * @example [
       *       "key",
       *       "product",
       *       "vendor"
       *     ]
       */
      names: string[];
    };
    MappingDto: {
      /**
       * @description How many license keys or seats there are for each unit.
       * @example 1
       */
      count: number;
      /**
       * @description When it was created, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description Whether each unit is a license key of its own, or a seat of one key.
       * @example key
       * @enum {string}
       */
      each: 'key' | 'seat';
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description The shop's id of the item.
       * @example price_1Pro
       */
      item: string;
      /**
       * @description The product that its license keys are for; absent for an item that is no license.
       * @example 6
       */
      pid?: number;
      /**
       * @description The plan of the license keys; absent for none.
       * @example pro
       */
      plan?: string;
      /**
       * @description Record id of the source.
       * @example 1
       */
      source: number;
    };
    MeDto: {
      /**
       * @description The API key, also the one that opened the session; null for a person.
       * @example 2
       */
      apiKeyId: number | null;
      /**
       * @description Latest end of the session, in milliseconds since the Unix epoch; absent without one.
       * @example 1767268800000
       */
      expiresAt?: number;
      /**
       * @description Whether programs may check with their license key alone (`LICENSE_KEY_AUTH`).
       * @example true
       */
      licenseKeyAuth: boolean;
      /**
       * @description Name of the API key or the person.
       * @example web shop
       */
      name: string;
      /**
       * @description Where customers find the portal; absent while there is none.
       * @example https://license.example.com/
       */
      portalUrl?: string;
      /**
       * @description `PUBLIC_URL`, the start of short links; null if not set: they then start with `http` and the request's host.
       * @example https://go.example.com
       */
      publicUrl: string | null;
      /**
       * @description The person's role; absent for API keys and sessions opened by one.
       * @example support
       * @enum {string}
       */
      role?: 'viewer' | 'support' | 'developer' | 'admin';
      /**
       * @description What the caller may do; `admin` includes all other scopes.
       * @example [
       *       "keys:read",
       *       "keys:write"
       *     ]
       */
      scopes: (
        | 'keys:read'
        | 'keys:write'
        | 'keys:disable'
        | 'keys:support'
        | 'logs:read'
        | 'check'
        | 'check:test'
        | 'customers:read'
        | 'customers:write'
        | 'products:read'
        | 'products:write'
        | 'plans:read'
        | 'plans:write'
        | 'links:read'
        | 'links:write'
        | 'devices:write'
        | 'licenses:sign'
        | 'signing:read'
        | 'signing:write'
        | 'events:read'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'mail:read'
        | 'mail:write'
        | 'sales:read'
        | 'sales:write'
        | 'metrics'
        | 'admin'
      )[];
      /**
       * @description Id of the session; absent without one.
       * @example 1
       */
      sessionId?: number;
      /**
       * @description The version of the service.
       * @example 0.1.0
       */
      version: string;
      /**
       * @description How the request was authenticated: by an API key or a session cookie.
       * @example apiKey
       * @enum {string}
       */
      via: 'apiKey' | 'session';
    };
    MeterStandingDto: {
      /**
       * @description The last 35 days, the oldest first.
       * @example [
       *       {
       *         "day": "2026-11-25",
       *         "used": 12
       *       }
       *     ]
       */
      days: components['schemas']['UsesOfDayDto'][];
      /**
       * @description How many uses a period may have.
       * @example 500
       */
      limit: number;
      /**
       * @description How many uses a period has room for, overage included.
       * @example 550
       */
      most: number;
      /**
       * @description What uses name it by.
       * @example exports
       */
      name: string;
      /**
       * @description By how many percent uses may go over the limit.
       * @example 10
       */
      overage: number;
      /**
       * @description When it begins again.
       * @example month
       * @enum {string}
       */
      period: 'day' | 'month' | 'monthFromFirstUse' | 'total';
      /**
       * @description How many are left of the limit.
       * @example 497
       */
      remaining: number;
      /**
       * @description When the next period begins, in milliseconds since the Unix epoch; absent if none does.
       * @example 1767225600000
       */
      resetsAt?: number;
      /**
       * @description How many uses it has counted in all.
       * @example 812
       */
      total: number;
      /**
       * @description How many uses this period has counted.
       * @example 3
       */
      used: number;
    };
    MultipleVerdictDto: {
      /**
       * @description The verdict in a sentence for people.
       * @example Authorisation completed.
       */
      details: string;
      /**
       * @description With AUTHORISED, for license keys with `seats`.
       * @example {
       *       "id": 17,
       *       "leaseUntil": 2524608000000
       *     }
       */
      device?: components['schemas']['SeatedDeviceDto'];
      /**
       * @description With AUTHORISED, if the check asks: what the license key contains, with true, a number or a text.
       * @example {
       *       "export": true,
       *       "projects": 50
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description With NO SEAT, if seats have leases: when the first is free unless renewed, in milliseconds since the Unix epoch.
       * @example 2524608000000
       */
      freeAt?: number;
      /**
       * @description With AUTHORISED, for a license key that has expired and passes for its days of grace: until when, in milliseconds
       *     since the Unix epoch. Programs may ask to renew.
       * @example 1767830400000
       */
      graceUntil?: number;
      /**
       * @description With UPDATE NOT COVERED: the newest version of the same channel that the license key covers; absent if there is
       *     none.
       * @example 2.1.0
       */
      newestCovered?: string;
      /**
       * @description True for AUTHORISED only.
       * @example true
       */
      pass: boolean;
      /**
       * @description With AUTHORISED only: the product that the license key is for.
       * @example 6
       */
      proId?: number;
      /**
       * @description For license keys with `seats` only.
       * @example {
       *       "of": 3,
       *       "taken": 2
       *     }
       */
      seats?: components['schemas']['SeatsDto'];
      /**
       * @description For checks with a `nonce`: the verdict as a JWS. The keys at `/.well-known/keylink/keys` verify it.
       * @example eyJhbGciOiJFZERTQSJ9.eyJzdGF0dXMiOiJBVVRIT1JJU0VEIn0.c2lnbmF0dXJl
       */
      signed?: string;
      /**
       * @description The verdict's label.
       * @example AUTHORISED
       * @enum {string}
       */
      status:
        | 'AUTHORISED'
        | 'NOT FOUND'
        | 'TEST KEY'
        | 'KEY DISABLED'
        | 'NOT ACTIVE'
        | 'EXPIRED'
        | 'INVALID PRODUCT'
        | 'NOT ENTITLED'
        | 'UPDATE NOT COVERED'
        | 'NO SEAT';
      /**
       * @description With AUTHORISED, for a test key: true.
       * @example true
       * @enum {boolean}
       */
      test?: true;
    };
    NamedUseDto: {
      /**
       * @description How much was used at once: all of it counts, or nothing. 1 if it is left out.
       * @example 1
       */
      amount?: number;
      /**
       * @description When it happened, for uses that are sent later: it counts in the period of that time, up to 35 days ago. A later time
       *     than now counts as now, as does none.
       * @example 1767225600000
       */
      at?: number | string;
      /**
       * @description The license key or its record id.
       * @example 1
       */
      id?: string;
      /**
       * @description The name of the meter that counts it.
       * @example exports
       */
      meter: string;
      /**
       * @description The product that the license key must be for.
       * @example 6
       */
      pid?: number;
      /**
       * @description What the client knows the use by, for instance a UUID. A use that is sent again within 35 days with the same one is
       *     answered as the first time, and not counted again.
       * @example 0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11
       */
      useId: string;
    };
    NamedUsesDto: {
      /**
       * @description The license key or its record id.
       * @example 1
       */
      id?: string;
      /**
       * @description The product that the license key must be for.
       * @example 6
       */
      pid?: number;
      /**
       * @description 1 to 1000 uses; each is answered in its place.
       * @example [
       *       {
       *         "meter": "exports",
       *         "useId": "export-17",
       *         "at": 1767225600000
       *       }
       *     ]
       */
      uses: components['schemas']['NewUseDto'][];
    };
    NewApiKeyDto: {
      /**
       * @description When the key was created, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description When the key expires, in milliseconds since the Unix epoch; null for never.
       * @example 2524608000000
       */
      expiresAt: number | null;
      /**
       * @description Record id; unchanged by rotation.
       * @example 2
       */
      id: number;
      /**
       * @description Last use, to the minute, in milliseconds since the Unix epoch; null if unused.
       * @example 1767225660000
       */
      lastUsedAt: number | null;
      /**
       * @description What the key is for.
       * @example web shop
       */
      name: string;
      /**
       * @description The first characters of the secret.
       * @example kl_R55wM
       */
      prefix: string;
      /**
       * @description When the key was revoked, in milliseconds since the Unix epoch; null if it isn't.
       * @example 1767312000000
       */
      revokedAt: number | null;
      /**
       * @description What the key may do; `admin` includes all other scopes.
       * @example [
       *       "keys:read",
       *       "keys:write"
       *     ]
       */
      scopes: (
        | 'keys:read'
        | 'keys:write'
        | 'keys:disable'
        | 'keys:support'
        | 'logs:read'
        | 'check'
        | 'check:test'
        | 'customers:read'
        | 'customers:write'
        | 'products:read'
        | 'products:write'
        | 'plans:read'
        | 'plans:write'
        | 'links:read'
        | 'links:write'
        | 'devices:write'
        | 'licenses:sign'
        | 'signing:read'
        | 'signing:write'
        | 'events:read'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'mail:read'
        | 'mail:write'
        | 'sales:read'
        | 'sales:write'
        | 'metrics'
        | 'admin'
      )[];
      /**
       * @description Send it in the header `x-api-key`. Shown only here.
       * @example kl_R55wMyLh4t0yNl7Mm20fUNutAJP1lq0inlqZ
       */
      secret: string;
    };
    NewUseDto: {
      /**
       * @description How much was used at once: all of it counts, or nothing. 1 if it is left out.
       * @example 1
       */
      amount?: number;
      /**
       * @description When it happened, for uses that are sent later: it counts in the period of that time, up to 35 days ago. A later time
       *     than now counts as now, as does none.
       * @example 1767225600000
       */
      at?: number | string;
      /**
       * @description The name of the meter that counts it.
       * @example exports
       */
      meter: string;
      /**
       * @description What the client knows the use by, for instance a UUID. A use that is sent again within 35 days with the same one is
       *     answered as the first time, and not counted again.
       * @example 0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11
       */
      useId: string;
    };
    NewWebhookDto: {
      /**
       * @description Whether events are sent; false after it was switched off, by somebody or because nothing reached it.
       * @example true
       */
      active: boolean;
      /**
       * @description When it was created, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description What it is for; absent if not given.
       * @example Emails customers whose license ends
       */
      description?: string;
      /**
       * @description Why the service switched it off: its receiver said that it is gone (410), or nothing reached it for five days; absent otherwise.
       * @example failing
       * @enum {string}
       */
      disabledBecause?: 'gone' | 'failing';
      /**
       * @description Since when every attempt has failed, in milliseconds since the Unix epoch; absent after a success.
       * @example 1767225660000
       */
      failingSince?: number;
      /**
       * @description Further headers of each request; their values are never shown.
       * @example {
       *       "Authorization": "…"
       *     }
       */
      headers: {
        [key: string]: string;
      };
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description Whether events have license keys in full, or shortened.
       * @example short
       * @enum {string}
       */
      keys: 'short' | 'full';
      /**
       * @description What was not sent while it was switched off, as `after` for a replay once it is on; absent when there is nothing.
       * @example 4690
       */
      missedAfter?: number;
      /**
       * @description It gets only events about this product; absent for any.
       * @example 6
       */
      pid?: number;
      /**
       * @description Position of the last event that it was given.
       * @example 4711
       */
      position: number;
      /**
       * @description Until when deliveries are signed with the secret before the last rotation too, in milliseconds since the Unix epoch; absent when there is none.
       * @example 1767312000000
       */
      previousValidUntil?: number;
      /**
       * @description Verifies the `v1a` signatures.
       * @example whpk_l5g9a3bqYb8aMWDIYcbnQwJvw9DY0ci8rJ9DVRhIuBk=
       */
      publicKey: string;
      /**
       * @description How far a replay has come, which waits while the webhook is off. Absent once all is on its way, and in answers to changes.
       * @example {
       *       "kind": "replay",
       *       "after": 4690,
       *       "upTo": 4711
       *     }
       */
      replay?: components['schemas']['ReplayStateDto'];
      /**
       * @description Verifies the `v1` signatures. Shown only here.
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
       */
      secret: string;
      /**
       * @description The last success, to the minute, in milliseconds since the Unix epoch; absent when there was none.
       * @example 1767225600000
       */
      succeededAt?: number;
      /**
       * @description Types of events that it gets; empty for all.
       * @example [
       *       "licenseKey.created",
       *       "licenseKey.disabled"
       *     ]
       */
      types: string[];
      /**
       * @description Where events are posted to.
       * @example https://shop.example.com/hooks/keylink
       */
      url: string;
    };
    NextStepDto: {
      /**
       * @description With `releaseDevice`: the device with a seat that wasn't seen for the longest time.
       * @example 3
       */
      deviceId?: number;
      /**
       * @description The name of that device.
       * @example Old Mac
       */
      deviceName?: string;
      /**
       * @description With `extend`: the expiry to set, in milliseconds since the Unix epoch.
       * @example 1769904000000
       */
      expiresAt?: number;
      /**
       * @description With `bind`: the address to set.
       * @example 203.0.113.24
       */
      ip?: string;
      /**
       * @description When that device was last seen, in milliseconds since the Unix epoch.
       * @example 1763683200000
       */
      lastSeen?: number;
      /**
       * @description With `addSeat`: the number to set.
       * @example 3
       */
      seats?: number;
      /**
       * @description What to do; all but `releaseDevice` are changes of the license key.
       * @example releaseDevice
       * @enum {string}
       */
      step: 'enable' | 'activate' | 'extend' | 'bind' | 'forgetAddress' | 'releaseDevice' | 'addSeat';
    };
    OpenIdDto: {
      /**
       * @description Its host.
       * @example login.example.com
       */
      name: string;
    };
    OrderDto: {
      /**
       * @description The name that the buyer gave the shop; absent without one.
       * @example Anna Tanaka
       */
      buyer?: string;
      /**
       * @description When the shop first told of it, by its clock, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description ISO 4217; absent if the shop didn't say.
       * @example EUR
       */
      currency?: string;
      /**
       * @description The email address that the buyer gave the shop; absent without one.
       * @example anna.tanaka@example.com
       */
      email?: string;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description The number of the newest invoice; absent if there is none.
       * @example A-2026-0042
       */
      invoice?: string;
      /**
       * @description What was bought.
       * @example [
       *       {
       *         "item": "price_1Pro",
       *         "quantity": 1,
       *         "keys": [
       *           17
       *         ]
       *       }
       *     ]
       */
      items: components['schemas']['OrderItemDto'][];
      /**
       * @description When it was first paid, in milliseconds since the Unix epoch; absent before.
       * @example 1767225600000
       */
      paidAt?: number;
      /**
       * @description Until when it is paid for, in milliseconds since the Unix epoch; absent for what is paid once.
       * @example 1798761600000
       */
      paidUntil?: number;
      /**
       * @description Why not all that was bought is there, and what helps; absent if nothing is wrong.
       * @example Nothing says what license keys "price_1Pro" stands for: map it.
       */
      problem?: string;
      /**
       * @description The shop's id of the order; of the subscription, if it is renewed.
       * @example sub_1QxYz
       */
      reference: string;
      /**
       * @description Record id of the source.
       * @example 1
       */
      source: number;
      /**
       * @description `unpaid`: there are no license keys yet. `pastDue`: a renewal wasn't paid. `ended`: it isn't renewed any more. `disputed`: a dispute was lost.
       * @example paid
       * @enum {string}
       */
      status: 'unpaid' | 'paid' | 'pastDue' | 'ended' | 'refunded' | 'disputed';
      /**
       * @description Whether it was bought in the test mode of the shop.
       * @example false
       */
      test: boolean;
      /**
       * @description What was paid first, with tax, as the shop writes it; absent if it didn't say.
       * @example 49.00
       */
      total?: string;
      /**
       * @description The customer; absent before it is paid.
       * @example customer-17
       */
      uid?: string;
    };
    OrderItemDto: {
      /**
       * @description The shop's id of it: of a price, variant, product or payment link.
       * @example price_1Pro
       */
      item: string;
      /**
       * @description Record ids of the license keys that were made for it; those may be deleted.
       * @example [
       *       17
       *     ]
       */
      keys: number[];
      /**
       * @description How many; 0 if it is no longer part of the order.
       * @example 1
       */
      quantity: number;
      /**
       * @description As people call it; absent if the shop didn't say.
       * @example Pro, yearly
       */
      title?: string;
    };
    PastChangeDto: {
      /**
       * @description Its value after, likewise.
       * @example true
       */
      after?: string;
      /**
       * @description When it was changed, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      at: number;
      /**
       * @description Id of the audit record.
       * @example 12
       */
      audit: number;
      /**
       * @description Its value before, as JSON; absent if there was none.
       * @example false
       */
      before?: string;
      /**
       * @description Who changed it.
       * @example shop
       */
      by: string;
      /**
       * @description Which field.
       * @example disabled
       */
      field: string;
      /**
       * @description Why, in the words of the person who changed it; absent when no reason was given.
       * @example Paid back on 12 May
       */
      reason?: string;
    };
    PastCheckDto: {
      /**
       * @description The client's address.
       * @example 203.0.113.24
       */
      address: string;
      /**
       * @description When, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      at: number;
      /**
       * @description The first change of the same field since then.
       * @example {
       *       "audit": 13,
       *       "at": 1767226000000,
       *       "by": "mira",
       *       "field": "disabled",
       *       "before": "true",
       *       "after": "false"
       *     }
       */
      changedSince?: components['schemas']['PastChangeDto'];
      /**
       * @description The `info` that the client sent.
       * @example 4.2.0 Windows
       */
      details: string;
      /**
       * @description Id of the device among those of the key; absent if it isn't recorded.
       * @example 17
       */
      deviceId?: number;
      /**
       * @description The name of the device, empty if it sent none; absent if it is no longer listed.
       * @example Desk
       */
      deviceName?: string;
      /**
       * @description The license key as it was then, as far as the audit shows.
       * @example {
       *       "product": 6,
       *       "ip": "",
       *       "status": true,
       *       "disabled": true,
       *       "seats": 2
       *     }
       */
      licenseKey: components['schemas']['PastKeyDto'];
      /**
       * @description Id of the log record.
       * @example 4711
       */
      log: number;
      /**
       * @description Id of the log after it; absent if it is the last.
       * @example 4718
       */
      next?: number;
      /**
       * @description Id of the log before it of the same license key; absent if it is the first.
       * @example 4702
       */
      previous?: number;
      /**
       * @description The product that it named; absent if it named none.
       * @example 6
       */
      product?: number;
      /**
       * @description With NOT ENTITLED: the entitlements that it required.
       * @example [
       *       "export"
       *     ]
       */
      required?: string[];
      /**
       * @description The rules as they were then, from the log and the audit.
       * @example [
       *       {
       *         "rule": "disabled",
       *         "label": "KEY DISABLED",
       *         "outcome": "refused",
       *         "saw": "disabled is true: an administrator switched the key off.",
       *         "recorded": true
       *       }
       *     ]
       */
      rules: components['schemas']['PastRuleDto'][];
      /**
       * @description The change that led to the verdict; absent if the audit has none.
       * @example {
       *       "audit": 12,
       *       "at": 1767225000000,
       *       "by": "shop",
       *       "field": "disabled",
       *       "before": "false",
       *       "after": "true"
       *     }
       */
      setBy?: components['schemas']['PastChangeDto'];
      /**
       * @description What the key was from half an hour before to half an hour after, oldest first.
       * @example [
       *       {
       *         "from": 1767223800000,
       *         "state": "valid"
       *       },
       *       {
       *         "from": 1767225000000,
       *         "state": "disabled",
       *         "by": "shop"
       *       }
       *     ]
       */
      states: components['schemas']['PastStateDto'][];
      /**
       * @description What it answered.
       * @example KEY DISABLED
       * @enum {string}
       */
      status:
        | 'AUTHORISED'
        | 'TEST KEY'
        | 'KEY DISABLED'
        | 'NOT ACTIVE'
        | 'EXPIRED'
        | 'INVALID PRODUCT'
        | 'NOT AUTHORISED'
        | 'NOT ENTITLED'
        | 'UPDATE NOT COVERED'
        | 'NO SEAT'
        | 'RELEASED'
        | 'KEY REPLACED';
      /**
       * @description With UPDATE NOT COVERED: the version that it named.
       * @example 2.1.0
       */
      version?: string;
    };
    PastKeyDto: {
      /**
       * @description Whether an administrator disabled the key.
       * @example false
       */
      disabled: boolean;
      /**
       * @description When the key expires, in milliseconds since the Unix epoch; absent if it never does.
       * @example 2524608000000
       */
      expiresAt?: number;
      /**
       * @description The address or CIDR range that may use the key; empty when any may.
       * @example 203.0.113.7
       */
      ip: string;
      /**
       * @description The product that the key is for.
       * @example 6
       */
      product: number;
      /**
       * @description How many devices may use the key at a time; absent if its devices aren't counted.
       * @example 3
       */
      seats?: number;
      /**
       * @description Whether the key is active.
       * @example true
       */
      status: boolean;
    };
    PastRuleDto: {
      /**
       * @description The verdict if this rule refuses.
       * @example KEY DISABLED
       * @enum {string}
       */
      label:
        | 'AUTHORISED'
        | 'NOT FOUND'
        | 'TEST KEY'
        | 'KEY DISABLED'
        | 'NOT ACTIVE'
        | 'EXPIRED'
        | 'INVALID PRODUCT'
        | 'NOT AUTHORISED'
        | 'NOT ENTITLED'
        | 'UPDATE NOT COVERED'
        | 'NO SEAT';
      /**
       * @description `refused` decides; rules after it are `notReached`. `notJudged`: no product is named, or no devices are counted.
       * @example refused
       * @enum {string}
       */
      outcome: 'passed' | 'refused' | 'notReached' | 'notJudged';
      /**
       * @description False if only the log shows it: what the license key was then is not recorded.
       * @example true
       */
      recorded: boolean;
      /**
       * @description The rule; rules are listed in the order in which a check applies them.
       * @example disabled
       * @enum {string}
       */
      rule:
        | 'exists'
        | 'test'
        | 'disabled'
        | 'active'
        | 'expiry'
        | 'product'
        | 'address'
        | 'entitlements'
        | 'updates'
        | 'seats';
      /**
       * @description What the rule looked at, in a sentence.
       * @example disabled is true: an administrator switched the key off.
       */
      saw: string;
    };
    PastStateDto: {
      /**
       * @description Who changed it; absent for the first state, and when the key expired.
       * @example shop
       */
      by?: string;
      /**
       * @description Since when, in milliseconds since the Unix epoch.
       * @example 1767225000000
       */
      from: number;
      /**
       * @description Why, in the words of the person who changed it; absent when no reason was given.
       * @example Paid back on 12 May
       */
      reason?: string;
      /**
       * @description The state of the key then.
       * @example disabled
       * @enum {string}
       */
      state: 'valid' | 'disabled' | 'notActive' | 'expired';
    };
    PlanCountDto: {
      /**
       * @description How many license keys have it, in whatever state; `most` means that many or more.
       * @example 412
       */
      keys: number;
      /**
       * @description The code of the plan.
       * @example pro
       */
      plan: string;
    };
    PlanCountsDto: {
      /**
       * @description The number at which counting stops.
       * @example 10000
       */
      most: number;
      /**
       * @description All plans of the product, in the order of their creation.
       * @example [
       *       {
       *         "plan": "pro",
       *         "keys": 412
       *       }
       *     ]
       */
      plans: components['schemas']['PlanCountDto'][];
      /**
       * @description How many license keys of the product have no plan; `most` means that many or more.
       * @example 17
       */
      without: number;
    };
    PlanDto: {
      /**
       * @description What license keys name the plan by; no other plan of the product has it.
       * @example pro
       */
      code: string;
      /**
       * @description When the plan was created, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description How long a license key runs: an ISO 8601 duration; absent if it never ends.
       * @example P1Y
       */
      duration?: string;
      /**
       * @description What a license key of the plan contains: names with true, a number or a text; absent if there is nothing.
       * @example {
       *       "export": true,
       *       "projects": 50,
       *       "edition": "pro"
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description For how many days after its end a license key still passes; absent if for none.
       * @example 7
       */
      graceDays?: number;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description Seconds without a check after which a device loses its seat; absent if it keeps it until it is released.
       * @example 2592000
       */
      leaseSeconds?: number;
      /**
       * @description Data of your own systems, such as an order number: names with text, numbers, true or false, ordered by name; absent if there is none.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description What is counted of the uses of a license key: names with a limit, a period and an overage in percent; absent if nothing is.
       * @example {
       *       "exports": {
       *         "limit": 500,
       *         "period": "month",
       *         "overage": 10
       *       }
       *     }
       */
      meters?: {
        [key: string]: {
          limit: number;
          overage?: number;
          /** @enum {string} */
          period: 'day' | 'month' | 'monthFromFirstUse' | 'total';
        };
      };
      /**
       * @description The name of the plan.
       * @example Pro
       */
      name: string;
      /**
       * @description How many devices of a license key its customer may release in the portal in 30 days; absent for as many as `PORTAL_RELEASES` says.
       * @example 5
       */
      portalReleases?: number;
      /**
       * @description The pid of the product that the plan is for.
       * @example 6
       */
      product: number;
      /**
       * @description How many devices may use a license key at a time; absent if its devices aren't counted.
       * @example 3
       */
      seats?: number;
      /**
       * @description When that time begins: as the key is created, or with the first check that passes.
       * @example creation
       * @enum {string}
       */
      starts: 'creation' | 'firstCheck';
      /**
       * @description Whether the plan is a trial, which programs start themselves, once for each device.
       * @example false
       */
      trial: boolean;
      /**
       * @description For how long a license key gets new releases, from when its time begins: an ISO 8601 duration; absent if for ever.
       * @example P1Y
       */
      updates?: string;
    };
    PlanShareDto: {
      /**
       * @description How many checks there were.
       * @example 812
       */
      checks: number;
      /**
       * @description How many license keys they were of.
       * @example 120
       */
      keys: number;
      /**
       * @description The code of the plan that the license keys have now; absent for those on no plan.
       * @example pro
       */
      plan?: string;
      /**
       * @description How many of them were refused.
       * @example 14
       */
      refused: number;
    };
    PortalLinkDto: {
      /**
       * @description Lets whoever uses it first see the customer's licenses.
       * @example https://license.example.com/link/9wG3yZ0nq1s6V4tB7xK2mD5pR8uJ1cF4hL0aE6iO3kQ
       */
      url: string;
      /**
       * @description Until when, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      validUntil: number;
    };
    PreviewDto: {
      /**
       * @description The HTML of a draft.
       * @example <p>{{#keys}}<code>{{key}}</code>{{/keys}}</p>
       */
      html?: string;
      /**
       * @description The kind of mail.
       * @example delivered
       * @enum {string}
       */
      kind: 'delivered' | 'resend' | 'expiring' | 'expired' | 'refunded' | 'portalCode' | 'addressChange';
      /**
       * @description The language, as a customer may have it.
       * @example de
       */
      language: string;
      /**
       * @description The pid of the product; left out for all.
       * @example 6
       */
      product?: number;
      /**
       * @description The subject of a draft, which needs a text too; without a draft, what would be sent now is shown.
       * @example Your key for {{products}}
       */
      subject?: string;
      /**
       * @description The text of a draft, which needs a subject too.
       * @example {{#keys}}{{key}}{{/keys}}
       */
      text?: string;
    };
    ProductDto: {
      /**
       * @description When the record was created, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description A description for colleagues; absent if there is none.
       * @example Multitrack editor for Windows, macOS and Linux
       */
      description?: string;
      /**
       * @description The pid that license keys name.
       * @example 6
       */
      id: number;
      /**
       * @description Data of your own systems, such as an order number: names with text, numbers, true or false, ordered by name; absent if there is none.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description The name of the product.
       * @example Tonspur Studio
       */
      name: string;
    };
    ProductReleaseDto: {
      /**
       * @description Who is offered it: `stable` for everybody, another one for those who ask for it.
       * @example stable
       */
      channel: string;
      /**
       * @description When the record was created, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description What is new, as plain text; absent if nothing is said.
       * @example Exports are twice as fast.
       */
      notes?: string;
      /**
       * @description What the file is for; `any` for everything.
       * @example any
       */
      platform: string;
      /**
       * @description The pid of the product that the release is of.
       * @example 6
       */
      product: number;
      /**
       * @description When it was or will be released, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      releasedAt: number;
      /**
       * @description The SHA-1 of the file, in hexadecimal; absent if it was not given.
       * @example da39a3ee5e6b4b0d3255bfef95601890afd80709
       */
      sha1?: string;
      /**
       * @description The SHA-256 of the file, in hexadecimal; absent if it was not given.
       * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
       */
      sha256?: string;
      /**
       * @description The file's signature for the updater; absent if there is none.
       * @example 7cLALFUHSwvEJWSkV8aMreoBe4fhRa4FncC5NoThKxwThL6FDR7hTiPJh1fo2uagnPogisnQsgFgq6mGkt2RBw==
       */
      signature?: string;
      /**
       * @description The size of the file in bytes; absent if it was not given.
       * @example 7340032
       */
      size?: number;
      /**
       * @description Where the file is.
       * @example https://downloads.example.com/App-2.1.0-full.nupkg
       */
      url: string;
      /**
       * @description The version.
       * @example 2.1.0
       */
      version: string;
    };
    RefusalReasonDto: {
      /**
       * @description How many checks had this verdict.
       * @example 2826
       */
      count: number;
      /**
       * @description How many customers have those keys.
       * @example 188
       */
      customers: number;
      /**
       * @description How many license keys they were.
       * @example 204
       */
      keys: number;
      /**
       * @description The customers with most of these checks, three at most.
       * @example [
       *       {
       *         "uid": "customer-17",
       *         "count": 212
       *       }
       *     ]
       */
      most: components['schemas']['RefusedCustomerDto'][];
      /**
       * @description The products with most of these checks, ten at most.
       * @example [
       *       {
       *         "pid": 6,
       *         "count": 120,
       *         "keys": 14,
       *         "customers": 9
       *       }
       *     ]
       */
      products: components['schemas']['RefusedProductDto'][];
      /**
       * @description The verdict's label.
       * @example EXPIRED
       * @enum {string}
       */
      status:
        | 'TEST KEY'
        | 'KEY DISABLED'
        | 'NOT ACTIVE'
        | 'EXPIRED'
        | 'INVALID PRODUCT'
        | 'NOT AUTHORISED'
        | 'NOT ENTITLED'
        | 'UPDATE NOT COVERED'
        | 'NO SEAT'
        | 'KEY REPLACED';
    };
    RefusalsDto: {
      /**
       * @description Start of the time that was asked for, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      from: number;
      /**
       * @description The most frequent reason first; reasons that refused nothing are left out.
       * @example [
       *       {
       *         "status": "EXPIRED",
       *         "count": 332,
       *         "keys": 23,
       *         "customers": 21,
       *         "most": [
       *           {
       *             "uid": "customer-17",
       *             "count": 212
       *           }
       *         ],
       *         "products": [
       *           {
       *             "pid": 6,
       *             "count": 120,
       *             "keys": 14,
       *             "customers": 9
       *           }
       *         ]
       *       }
       *     ]
       */
      reasons: components['schemas']['RefusalReasonDto'][];
      /**
       * @description The checks counted are those from this time on, in milliseconds since the Unix epoch: later than `from` if there
       *     were too many.
       * @example 1767225600000
       */
      since: number;
      /**
       * @description Its end, in milliseconds since the Unix epoch.
       * @example 1767312000000
       */
      to: number;
    };
    RefusedCustomerDto: {
      /**
       * @description How many of this customer's checks were refused for this reason.
       * @example 212
       */
      count: number;
      /**
       * @description The customer of the license keys.
       * @example customer-17
       */
      uid: string;
    };
    RefusedProductDto: {
      /**
       * @description How many checks of its keys were refused for this reason.
       * @example 120
       */
      count: number;
      /**
       * @description How many customers have those keys.
       * @example 9
       */
      customers: number;
      /**
       * @description How many of its license keys they were.
       * @example 14
       */
      keys: number;
      /**
       * @description The product of the license keys.
       * @example 6
       */
      pid: number;
    };
    ReleasedSeatsDto: {
      /**
       * @description How many seats were released.
       * @example 3
       */
      released: number;
    };
    ReleaseDto: {
      /**
       * @description The outcome in a sentence for people.
       * @example The seat was given back.
       */
      details: string;
      /**
       * @description Always false: a device that gave back its seat may not run.
       * @example false
       */
      pass: boolean;
      /**
       * @description For license keys with `seats` only.
       * @example {
       *       "of": 3,
       *       "taken": 2
       *     }
       */
      seats?: components['schemas']['SeatsDto'];
      /**
       * @description For checks with a `nonce`: the verdict as a JWS. The keys at `/.well-known/keylink/keys` verify it.
       * @example eyJhbGciOiJFZERTQSJ9.eyJzdGF0dXMiOiJBVVRIT1JJU0VEIn0.c2lnbmF0dXJl
       */
      signed?: string;
      /**
       * @description The outcome.
       * @example RELEASED
       * @enum {string}
       */
      status:
        | 'RELEASED'
        | 'NOT FOUND'
        | 'TEST KEY'
        | 'KEY DISABLED'
        | 'NOT ACTIVE'
        | 'EXPIRED'
        | 'INVALID PRODUCT'
        | 'NOT ENTITLED';
    };
    ReleaseSeatDto: {
      /**
       * @description Identifies the device: 1 to 191 characters that the program chooses and keeps. The device takes a seat of a license
       *     key with `seats`; without this field, the client's address takes it. Stored as a keyed hash only.
       * @example b7c1d9e2-0f6a-4c57-9d3b-2a1f4e8c6d05
       */
      device?: string;
      /**
       * @description The device's name for people: 1 to 191 characters.
       * @example Laptop of Anna
       */
      deviceName?: string;
      /**
       * @description `true` asks what the license key contains: an answer that passes says so in `entitlements`.
       * @example true
       */
      entitlements?: boolean;
      /**
       * @description The license key or its record id, text or integer; ignored if `Authorization` presents the key.
       * @example 1
       */
      id?: string | number;
      /**
       * @description Free text for the log, cut to 1024 characters.
       * @example version 2.1
       */
      info?: string;
      /**
       * @description `false` skips the log; ignored unless the API key has the scope `admin`.
       * @example true
       */
      log?: boolean;
      /**
       * @description Asks for a signed answer that is valid for this client only: 16 to 128 random characters of A-Z, a-z, 0-9, - and _.
       *     Without it, or without signing set up, the answer isn't signed.
       * @example pQ7vX2mN9kR4tW8yB3cF6g
       */
      nonce?: string;
      /**
       * @description The product to judge; without it, the product isn't judged.
       * @example 6
       */
      pid?: number;
      /**
       * @description Entitlements without which the program does nothing: 1 to 64 names, a list or text with commas. NOT ENTITLED unless
       *     the license key contains all of them.
       * @example [
       *       "export"
       *     ]
       */
      require?: string[] | string;
    };
    RenewLicenseKeyDto: {
      /**
       * @description How long: an ISO 8601 duration such as P1M; the duration of the plan if it is left out.
       * @example P1Y
       */
      duration?: string;
      /**
       * @description What the new time is added to: the present `expiry`, `now`, or the `later` of both, which is the default.
       * @example later
       * @enum {string}
       */
      from?: 'expiry' | 'now' | 'later';
      /**
       * @description Why, for the audit: up to 200 characters. It changes nothing by itself, and is not kept with the record.
       * @example Paid back on 12 May
       */
      reason?: string;
    };
    ReplaceLicenseKeyDto: {
      /**
       * @description How long the former key still passes, in seconds: 0 to 31536000 (365 days); 0 if omitted.
       * @example 604800
       */
      graceSeconds?: number;
      /**
       * @description Why, for the audit: up to 200 characters. It changes nothing by itself, and is not kept with the record.
       * @example Paid back on 12 May
       */
      reason?: string;
    };
    ReplayDto: {
      /**
       * @description All events after this position, as far as the webhook has come.
       * @example 0
       */
      after?: number;
      /**
       * @description All deliveries that were given up.
       * @example true
       * @enum {boolean}
       */
      failed?: true;
      /**
       * @description All events since this time, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      since?: number;
    };
    ReplayStateDto: {
      /**
       * @description Where it goes on: what comes before is on its way. A position, or the id of a delivery.
       * @example 4690
       */
      after: number;
      /**
       * @description Whether events are sent again, or what was given up.
       * @example replay
       * @enum {string}
       */
      kind: 'replay' | 'retry';
      /**
       * @description The last position, or id of a delivery, that is sent again.
       * @example 4711
       */
      upTo: number;
    };
    ResendMailDto: {
      /**
       * @description Another address: a corrected one. The record of the customer keeps its own.
       * @example anna.tanaka@example.com
       */
      to?: string;
    };
    RetryInboxMessageDto: {
      /**
       * @description Whether you know that the message is genuine, although nothing proves it: for Gumroad without a token. False if left out.
       * @example false
       */
      trust?: boolean;
    };
    RevokeSigningKeyDto: {
      /**
       * @description The key's id, as listed by `GET /api/signing`.
       * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
       */
      kid: string;
    };
    RootKeyDto: {
      /**
       * @description Whether the private half was exported. Key changes then need its file.
       * @example false
       */
      isExported: boolean;
      /**
       * @description The key's id: thumbprint of its public half (RFC 7638).
       * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
       */
      kid: string;
      /**
       * @description The public half, 32 bytes in base64url.
       * @example 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
       */
      x: string;
    };
    RotateApiKeyDto: {
      /**
       * @description How long the previous secret stays valid, in seconds: 0 to 604800 (7 days); 0 if omitted.
       * @example 3600
       */
      graceSeconds?: number;
    };
    RotatedApiKeyDto: {
      /**
       * @description When the key was created, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description When the key expires, in milliseconds since the Unix epoch; null for never.
       * @example 2524608000000
       */
      expiresAt: number | null;
      /**
       * @description Record id; unchanged by rotation.
       * @example 2
       */
      id: number;
      /**
       * @description Last use, to the minute, in milliseconds since the Unix epoch; null if unused.
       * @example 1767225660000
       */
      lastUsedAt: number | null;
      /**
       * @description What the key is for.
       * @example web shop
       */
      name: string;
      /**
       * @description The first characters of the secret.
       * @example kl_R55wM
       */
      prefix: string;
      /**
       * @description Until when the previous secret is valid, in milliseconds since the Unix epoch.
       * @example 1767229200000
       */
      previousValidUntil: number;
      /**
       * @description When the key was revoked, in milliseconds since the Unix epoch; null if it isn't.
       * @example 1767312000000
       */
      revokedAt: number | null;
      /**
       * @description What the key may do; `admin` includes all other scopes.
       * @example [
       *       "keys:read",
       *       "keys:write"
       *     ]
       */
      scopes: (
        | 'keys:read'
        | 'keys:write'
        | 'keys:disable'
        | 'keys:support'
        | 'logs:read'
        | 'check'
        | 'check:test'
        | 'customers:read'
        | 'customers:write'
        | 'products:read'
        | 'products:write'
        | 'plans:read'
        | 'plans:write'
        | 'links:read'
        | 'links:write'
        | 'devices:write'
        | 'licenses:sign'
        | 'signing:read'
        | 'signing:write'
        | 'events:read'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'mail:read'
        | 'mail:write'
        | 'sales:read'
        | 'sales:write'
        | 'metrics'
        | 'admin'
      )[];
      /**
       * @description Send it in the header `x-api-key`. Shown only here.
       * @example kl_R55wMyLh4t0yNl7Mm20fUNutAJP1lq0inlqZ
       */
      secret: string;
    };
    RotateWebhookDto: {
      /**
       * @description How long deliveries are signed with the previous secret too, in seconds: 0 to 604800 (7 days); 86400 if omitted.
       * @example 86400
       */
      graceSeconds?: number;
    };
    RowProblemDto: {
      /**
       * @description The column, by its name on creation.
       * @example pid
       */
      column: string;
      /**
       * @description What is wrong with it.
       * @example pid must be an integer from 0 to 2147483647.
       */
      msg: string;
      /**
       * @description Its value, at most 200 characters; absent if the row has none.
       * @example six
       */
      value?: string;
    };
    RuleDto: {
      /**
       * @description The verdict if this rule refuses.
       * @example KEY DISABLED
       * @enum {string}
       */
      label:
        | 'AUTHORISED'
        | 'NOT FOUND'
        | 'TEST KEY'
        | 'KEY DISABLED'
        | 'NOT ACTIVE'
        | 'EXPIRED'
        | 'INVALID PRODUCT'
        | 'NOT AUTHORISED'
        | 'NOT ENTITLED'
        | 'UPDATE NOT COVERED'
        | 'NO SEAT';
      /**
       * @description `refused` decides; rules after it are `notReached`. `notJudged`: no product is named, or no devices are counted.
       * @example refused
       * @enum {string}
       */
      outcome: 'passed' | 'refused' | 'notReached' | 'notJudged';
      /**
       * @description The rule; rules are listed in the order in which a check applies them.
       * @example disabled
       * @enum {string}
       */
      rule:
        | 'exists'
        | 'test'
        | 'disabled'
        | 'active'
        | 'expiry'
        | 'product'
        | 'address'
        | 'entitlements'
        | 'updates'
        | 'seats';
      /**
       * @description What the rule looked at, in a sentence.
       * @example disabled is true: an administrator switched the key off.
       */
      saw: string;
    };
    SavedViewDto: {
      /**
       * @description When it was first saved, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description The name of the view.
       * @example Expiring in spring
       */
      name: string;
      /**
       * @description The screen: the first part of its address below /console.
       * @example keys
       */
      screen: string;
      /**
       * @description Its filters, as they follow the ? of the address.
       * @example pid=6&disabled=false
       */
      search: string;
    };
    SaveViewDto: {
      /**
       * @description The name of the view.
       * @example Expiring in spring
       */
      name: string;
      /**
       * @description The screen: the first part of its address below /console.
       * @example keys
       */
      screen: string;
      /**
       * @description Its filters, as they follow the ? of the address.
       * @example pid=6&disabled=false
       */
      search: string;
    };
    SeatedDeviceDto: {
      /**
       * @description Its id among the license key's devices.
       * @example 17
       */
      id: number;
      /**
       * @description When its lease ends, in milliseconds since the Unix epoch; absent without a lease.
       * @example 2524608000000
       */
      leaseUntil?: number;
    };
    SeatsDto: {
      /**
       * @description How many devices may have a seat at a time.
       * @example 3
       */
      of: number;
      /**
       * @description Devices that have a seat now.
       * @example 2
       */
      taken: number;
    };
    SessionDto: {
      /**
       * @description The address it was opened from.
       * @example 203.0.113.7
       */
      address: string;
      /**
       * @description When the session was opened, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description Latest end of the session, in milliseconds since the Unix epoch.
       * @example 1767268800000
       */
      expiresAt: number;
      /**
       * @description Id of the session.
       * @example 1
       */
      id: number;
      /**
       * @description Whether this request used or opened this session.
       * @example true
       */
      isCurrent: boolean;
      /**
       * @description Last use, to the minute, in milliseconds since the Unix epoch. The session ends an hour later.
       * @example 1767229200000
       */
      lastUsedAt: number;
      /**
       * @description Name of the person, or of the API key when it opened the session.
       * @example erika@example.com
       */
      name: string;
      /**
       * @description The person's role; absent if an API key opened the session.
       * @example viewer
       * @enum {string}
       */
      role?: 'viewer' | 'support' | 'developer' | 'admin';
      /**
       * @description Allowed scopes; `admin` includes all others.
       * @example [
       *       "keys:read",
       *       "customers:read",
       *       "products:read",
       *       "logs:read",
       *       "links:read",
       *       "signing:read"
       *     ]
       */
      scopes: (
        | 'keys:read'
        | 'keys:write'
        | 'keys:disable'
        | 'keys:support'
        | 'logs:read'
        | 'check'
        | 'check:test'
        | 'customers:read'
        | 'customers:write'
        | 'products:read'
        | 'products:write'
        | 'plans:read'
        | 'plans:write'
        | 'links:read'
        | 'links:write'
        | 'devices:write'
        | 'licenses:sign'
        | 'signing:read'
        | 'signing:write'
        | 'events:read'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'mail:read'
        | 'mail:write'
        | 'sales:read'
        | 'sales:write'
        | 'metrics'
        | 'admin'
      )[];
      /**
       * @description How it was opened.
       * @example openId
       * @enum {string}
       */
      via: 'apiKey' | 'openId';
    };
    SetUpSigningDto: {
      /**
       * @description The permanent issuer of everything signed, `keylink` by default.
       * @example licenses.example.com
       */
      issuer?: string;
    };
    SharesDto: {
      /**
       * @description How many checks of the product's license keys were counted.
       * @example 1120
       */
      checks: number;
      /**
       * @description Start of the time that was asked for, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      from: number;
      /**
       * @description By plan, those with most checks first.
       * @example [
       *       {
       *         "plan": "pro",
       *         "checks": 812,
       *         "refused": 14,
       *         "keys": 120
       *       },
       *       {
       *         "checks": 308,
       *         "refused": 0,
       *         "keys": 41
       *       }
       *     ]
       */
      plans: components['schemas']['PlanShareDto'][];
      /**
       * @description The checks counted are those from this time on, in milliseconds since the Unix epoch: later than `from` if there
       *     were too many.
       * @example 1767225600000
       */
      since: number;
      /**
       * @description Its end, in milliseconds since the Unix epoch.
       * @example 1767830400000
       */
      to: number;
      /**
       * @description By version, the 50 with most checks, those first.
       * @example [
       *       {
       *         "version": "2.1.0",
       *         "checks": 700,
       *         "refused": 0,
       *         "keys": 101
       *       },
       *       {
       *         "checks": 420,
       *         "refused": 14,
       *         "keys": 60
       *       }
       *     ]
       */
      versions: components['schemas']['VersionShareDto'][];
    };
    SigningKeyDto: {
      /**
       * @description Whether it was revoked, which invalidates everything it signed.
       * @example false
       */
      isRevoked: boolean;
      /**
       * @description The key's id: thumbprint of its public half (RFC 7638).
       * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
       */
      kid: string;
      /**
       * @description When another key replaced it, in seconds since the Unix epoch; absent while it signs.
       * @example 1797780747
       */
      notAfter?: number;
      /**
       * @description When it started signing, in seconds since the Unix epoch.
       * @example 1795188747
       */
      notBefore: number;
      /**
       * @description The public half, 32 bytes in base64url.
       * @example 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
       */
      x: string;
    };
    SigningStatusDto: {
      /**
       * @description Expiry of that key set in seconds since the Unix epoch; clients trust nothing afterwards.
       * @example 1829748747
       */
      exp?: number;
      /**
       * @description Whether verdicts and licenses are signed.
       * @example true
       */
      isReady: boolean;
      /**
       * @description The `iss` of everything signed. This and later fields need signing to be set up.
       * @example keylink
       */
      issuer?: string;
      /**
       * @description All signing keys, oldest first.
       * @example [
       *       {
       *         "kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
       *         "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
       *         "notBefore": 1795188747,
       *         "isRevoked": false
       *       }
       *     ]
       */
      keys?: components['schemas']['SigningKeyDto'][];
      /**
       * @description Why they aren't, and what to do; absent if they are.
       * @example Signing is not set up; do so once with "keylink signing init" or POST /api/signing.
       */
      problem?: string;
      /**
       * @description The current root key.
       * @example {
       *       "kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
       *       "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
       *       "isExported": false
       *     }
       */
      root?: components['schemas']['RootKeyDto'];
      /**
       * @description Version of the latest key set.
       * @example 3
       */
      version?: number;
    };
    SignLicenseDto: {
      /**
       * @description Days until it expires, 1/24 (an hour) to 3650; 30 by default. Never past the key's `expiresAt`.
       * @example 90
       */
      days?: number;
      /**
       * @description The client's text for its device; without it, any device may use the license.
       * @example anna-laptop
       */
      device?: string;
      /**
       * @description The request code that an offline client shows; replaces `device`.
       * @example KLR1.eyJrZXkiOiIwYjZmMWE1Mi0zYTU0LTRmMGYtOWEwZS0wZDJiNWYxZjhhMTEiLCJwcm9kdWN0Ijo2LCJkZXZpY2UiOiJhbm5hLWxhcHRvcCIsIm5vbmNlIjoicFE3dlgybU45a1I0dFc4eUIzY0Y2ZyJ9
       */
      request?: string;
    };
    SourceDto: {
      /**
       * @description Whether what the shop sends is taken; if not, it is answered 404 and the shop tries again.
       * @example true
       */
      active: boolean;
      /**
       * @description Where the shop's API is, if not where it is for everybody.
       * @example https://sandbox-api.paddle.com
       */
      apiUrl?: string;
      /**
       * @description When it was created, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description Since when asking the shop fails, in milliseconds since the Unix epoch; absent while it answers.
       * @example 1767225660000
       */
      failingSince?: number;
      /**
       * @description Why asking the shop fails.
       * @example Stripe answered 401: the token is wrong or was revoked.
       */
      failure?: string;
      /**
       * @description Whether there is a token for the shop's API.
       * @example true
       */
      hasApiToken: boolean;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description What people call it.
       * @example Our shop
       */
      name: string;
      /**
       * @description Where the shop posts its messages to, under the address of the service.
       * @example /api/sources/1/events
       */
      path: string;
      /**
       * @description The last genuine message, to the minute, in milliseconds since the Unix epoch; absent when there was none.
       * @example 1767225600000
       */
      receivedAt?: number;
      /**
       * @description What changed in the shop up to then was asked for, in milliseconds since the Unix epoch; absent without a token.
       * @example 1767225600000
       */
      reconciledUntil?: number;
      /**
       * @description How many secrets there are.
       * @example 1
       */
      secretCount: number;
      /**
       * @description Which shop it is.
       * @example stripe
       * @enum {string}
       */
      type: 'stripe' | 'paddle' | 'lemonSqueezy' | 'gumroad' | 'fastSpring' | 'wooCommerce' | 'generic';
    };
    SourceItemDto: {
      /**
       * @description Whether it is known what license keys it stands for: by a mapping of this id, or of another one that the shop sends along.
       * @example true
       */
      isMapped: boolean;
      /**
       * @description The shop's id of it: of a price, variant, product or payment link.
       * @example price_1Pro
       */
      item: string;
      /**
       * @description In how many of the newest 1000 orders it is.
       * @example 12
       */
      orders: number;
      /**
       * @description As people call it; absent if the shop didn't say.
       * @example Pro, yearly
       */
      title?: string;
      /**
       * @description How many of these orders wait until it is mapped.
       * @example 0
       */
      waiting: number;
    };
    SquirrelUpdateDto: {
      /**
       * @description The version.
       * @example 2.1.0
       */
      name: string;
      /**
       * @description What is new.
       * @example Exports are twice as fast.
       */
      notes?: string;
      /**
       * @description When it was released: ISO 8601.
       * @example 2026-01-01T00:00:00Z
       */
      pub_date: string;
      /**
       * @description Where the file is.
       * @example https://downloads.example.com/app-2.1.0.zip
       */
      url: string;
    };
    StartTrialDto: {
      /**
       * @description Identifies the device, as in a check: 1 to 191 characters. Stored as a keyed hash only.
       * @example b7c1d9e2-0f6a-4c57-9d3b-2a1f4e8c6d05
       */
      device: string;
      /**
       * @description The product to try.
       * @example 6
       */
      pid: number;
      /**
       * @description The code of a plan with `trial`.
       * @example trial
       */
      plan: string;
    };
    SwitchMailKindDto: {
      /**
       * @description Pids of the products for which the opposite holds; none by default.
       * @example [
       *       6
       *     ]
       */
      exceptions?: number[];
      /**
       * @description Whether it is sent, for all products but `exceptions`.
       * @example false
       */
      isOn: boolean;
    };
    TauriUpdateDto: {
      /**
       * @description What is new.
       * @example Exports are twice as fast.
       */
      notes?: string;
      /**
       * @description When it was released: RFC 3339.
       * @example 2026-01-01T00:00:00Z
       */
      pub_date: string;
      /**
       * @description The signature of the file.
       * @example dW50cnVzdGVkIGNvbW1lbnQ6IHNpZ25hdHVyZQ==
       */
      signature: string;
      /**
       * @description Where the file is.
       * @example https://downloads.example.com/app-2.1.0.tar.gz
       */
      url: string;
      /**
       * @description The version, as Semantic Versioning writes it.
       * @example 2.1.0
       */
      version: string;
    };
    TemplateDto: {
      /**
       * @description When it was changed last, in milliseconds since the Unix epoch; absent for a shipped one.
       * @example 1767225600000
       */
      changedAt?: number;
      /**
       * @description The email as HTML; absent if it is plain text alone.
       * @example <p>{{#keys}}<code>{{key}}</code>{{/keys}}</p>
       */
      html?: string;
      /**
       * @description Whether it is the one that comes with the service.
       * @example false
       */
      isShipped: boolean;
      /**
       * @description The kind of mail.
       * @example delivered
       * @enum {string}
       */
      kind: 'delivered' | 'resend' | 'expiring' | 'expired' | 'refunded' | 'portalCode' | 'addressChange';
      /**
       * @description Its language, in lower case.
       * @example de
       */
      language: string;
      /**
       * @description The pid of the product; absent for all that have none of their own.
       * @example 6
       */
      product?: number;
      /**
       * @description The subject.
       * @example Your key for {{products}}
       */
      subject: string;
      /**
       * @description The email as plain text.
       * @example Hello,\n\n{{#keys}}\n{{product}}: {{key}}\n{{/keys}}
       */
      text: string;
    };
    TemplateNameDto: {
      /**
       * @description When it was changed last, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      changedAt: number;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description The kind of mail.
       * @example delivered
       * @enum {string}
       */
      kind: 'delivered' | 'resend' | 'expiring' | 'expired' | 'refunded' | 'portalCode' | 'addressChange';
      /**
       * @description Its language, in lower case.
       * @example de
       */
      language: string;
      /**
       * @description The pid of the product; absent for all that have none of their own.
       * @example 6
       */
      product?: number;
      /**
       * @description The subject.
       * @example Your key for {{products}}
       */
      subject: string;
    };
    TestedMailDto: {
      /**
       * @description What the mail server said, or why it could not be asked.
       * @example 250 2.0.0 Ok: queued as 4D1F2A
       */
      answer: string;
      /**
       * @description Whether the mail server has taken the test. It may still not arrive: look at the mailbox too.
       * @example true
       */
      isTaken: boolean;
      /**
       * @description How long it took.
       * @example 412
       */
      milliseconds: number;
    };
    TestMailDto: {
      /**
       * @description Where the test is sent.
       * @example me@example.com
       */
      to: string;
    };
    UnlockLinkDto: {
      /**
       * @description The password of the link, 1 to 200 characters.
       * @example open sesame
       */
      password: string;
      /**
       * @description The host of the page that had the link, for the statistics.
       * @example news.example.com
       */
      referrer?: string;
    };
    UpdateApiKeyDto: {
      /**
       * @description Expiry, in milliseconds since the Unix epoch or as an ISO date; null for never.
       * @example 2524608000000
       */
      expiresAt?: (number | string | null) | null;
      /**
       * @description What the key is for: 1 to 191 characters.
       * @example web shop
       */
      name?: string;
      /**
       * @description What the key may do; `admin` includes all other scopes.
       * @example [
       *       "keys:read",
       *       "keys:write"
       *     ]
       */
      scopes?: (
        | 'keys:read'
        | 'keys:write'
        | 'keys:disable'
        | 'keys:support'
        | 'logs:read'
        | 'check'
        | 'check:test'
        | 'customers:read'
        | 'customers:write'
        | 'products:read'
        | 'products:write'
        | 'plans:read'
        | 'plans:write'
        | 'links:read'
        | 'links:write'
        | 'devices:write'
        | 'licenses:sign'
        | 'signing:read'
        | 'signing:write'
        | 'events:read'
        | 'webhooks:read'
        | 'webhooks:write'
        | 'mail:read'
        | 'mail:write'
        | 'sales:read'
        | 'sales:write'
        | 'metrics'
        | 'admin'
      )[];
    };
    UpdateCustomerDto: {
      /**
       * @description The email address. Empty clears it.
       * @example anna.tanaka@example.com
       */
      email?: string;
      /**
       * @description The language to write in, as a tag such as `de` or `pt-BR`. Empty clears it.
       * @example de
       */
      language?: string;
      /**
       * @description Data of your own systems, which replaces all that was there: at most 50 names of 1 to 64 characters, with text of up to 500 characters, numbers within 2^53, true or false; at most 4096 bytes as JSON. `{}` clears it.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description The name of the person or company. Empty clears it.
       * @example Anna Tanaka
       */
      name?: string;
      /**
       * @description A note for colleagues: up to 1000 characters, in any number of lines. Empty clears it.
       * @example Paid by invoice
       */
      note?: string;
      /**
       * @description A new uid: all license keys of the customer move to it. No other customer may have it.
       * @example customer-17
       */
      uid?: string;
    };
    UpdateDomainDto: {
      /**
       * @description Where addresses of the domain lead that are no link: an absolute http(s) URL. Empty: nowhere (404).
       * @example https://www.example.com/lost
       */
      notFoundUrl?: string;
      /**
       * @description Where the bare domain leads: an absolute http(s) URL. Empty: nowhere (404).
       * @example https://www.example.com/
       */
      rootUrl?: string;
    };
    UpdateLicenseKeyDto: {
      /**
       * @description Whether the key is disabled by an administrator.
       * @example false
       */
      disabled?: boolean;
      /**
       * @description What the key contains over what its plan says, which replaces all that was there: at most 64 names with true, a number or a text, or false for what it does not contain; at most 2500 bytes as JSON. `{}` clears it.
       * @example {
       *       "export": true,
       *       "projects": 50
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description When the key expires, in milliseconds since the Unix epoch or as an ISO date, from 2001 on. 0 clears it: the key never expires.
       * @example 2524608000000
       */
      expiresAt?: number | string;
      /**
       * @description For how many days after `expiresAt` the key still passes, 1 to 365. 0: the plan's, or none.
       * @example 7
       */
      graceDays?: number;
      /**
       * @description The address or CIDR range that may use the key. Empty clears it, which unbinds a node-locked key.
       * @example
       */
      ip?: string;
      /**
       * @description Seconds without a check after which a device loses its seat, 60 to 2592000. 0 removes it: a device keeps its seat until it is released. Without `seats` it has no effect.
       * @example 2592000
       */
      leaseSeconds?: number;
      /**
       * @description Whether the key is node-locked.
       * @example false
       */
      locked?: boolean;
      /**
       * @description Data of your own systems, which replaces all that was there: at most 50 names of 1 to 64 characters, with text of up to 500 characters, numbers within 2^53, true or false; at most 4096 bytes as JSON. `{}` clears it.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description What is counted of the key's uses, over what its plan says, name by name, which replaces all that was there: at most 16 names, each with a `limit`, a `period` (`day`, `month`, `monthFromFirstUse` or `total`) and perhaps an `overage` in percent. `{}` clears it; what was counted stays.
       * @example {
       *       "exports": {
       *         "limit": 800,
       *         "period": "month"
       *       }
       *     }
       */
      meters?: {
        [key: string]: {
          limit: number;
          overage?: number;
          /** @enum {string} */
          period: 'day' | 'month' | 'monthFromFirstUse' | 'total';
        };
      };
      /**
       * @description A note for colleagues: up to 1000 characters, in any number of lines. Empty clears it.
       * @example Paid by invoice
       */
      note?: string;
      /**
       * @description The product that the key is for from now on.
       * @example 6
       */
      pid?: number;
      /**
       * @description The code of a plan of the product: the key takes from it whatever it doesn't set itself, from the next check on; its `expiresAt` stays. Empty: no plan.
       * @example
       */
      plan?: string;
      /**
       * @description Why, for the audit: up to 200 characters. It changes nothing by itself, and is not kept with the record.
       * @example Paid back on 12 May
       */
      reason?: string;
      /**
       * @description How many devices may use the key at a time, 1 to 1000000. 0 removes the limit: devices are no longer counted.
       * @example 3
       */
      seats?: number;
      /**
       * @description Whether the key is active.
       * @example true
       */
      status?: boolean;
      /**
       * @description The customer that the key belongs to from now on.
       * @example customer-17
       */
      uid?: string;
      /**
       * @description Releases up to this time may be used, for ever: in milliseconds since the Unix epoch or as an ISO date, from 2001 on. 0 clears it: all releases may be used.
       * @example 2524608000000
       */
      updatesUntil?: number | string;
    };
    UpdateLinkDto: {
      /**
       * @description What chats and social networks show of the link, in place of its target, instead of what there was: a `title` of up to 200 characters, a `description` of up to 500 and an `image`, an absolute http(s) URL. `{}` clears it.
       * @example {
       *       "title": "Spring sale",
       *       "description": "Half price until Sunday",
       *       "image": "https://example.com/sale.png"
       *     }
       */
      card?: {
        description?: string;
        image?: string;
        title?: string;
      };
      /**
       * @description Where visitors are sent once the link has expired or had all its visits, an absolute http(s) URL of at most 2048 characters. Empty clears it.
       * @example https://example.com/offers
       */
      endedUrl?: string;
      /**
       * @description When the link expires, in milliseconds since the Unix epoch or as an ISO date, from 2001 on; a time in the past ends it at once. 0 clears it.
       * @example 2524608000000
       */
      expiresAt?: number | string;
      /**
       * @description Whether the query of a visit is handed on to the target, but for names that the target has a value for.
       * @example true
       */
      forwardQuery?: boolean;
      /**
       * @description How many visits the link may have, including those so far. 0 clears it.
       * @example 100
       */
      maxVisits?: number;
      /**
       * @description A note for colleagues: up to 1000 characters, in any number of lines. Empty clears it.
       * @example Printed on the flyer; do not rename.
       */
      note?: string;
      /**
       * @description What visitors are asked for first, 1 to 200 characters. Null takes the password away.
       * @example open sesame
       */
      password?: string | null;
      /**
       * @description At most 20 rules, which replace all that were there; the first whose conditions a visit meets says where it leads to: `device`, `os`, `language` and `country` are lists of values, `from` and `until` times, `query` parameters of the short address with their values (or true for any), `percent` the share of visitors; at most 8192 bytes as JSON. `[]` clears them.
       * @example [
       *       {
       *         "os": [
       *           "iOS"
       *         ],
       *         "url": "https://apps.apple.com/app/id1234567890"
       *       }
       *     ]
       */
      rules?: {
        country?: string[];
        device?: ('desktop' | 'mobile' | 'tablet' | 'tv')[];
        from?: number | string;
        language?: string[];
        os?: (
          | 'Android'
          | 'iOS'
          | 'Windows'
          | 'macOS'
          | 'Linux'
          | 'Chrome OS'
          | 'HarmonyOS'
          | 'Tizen'
          | 'WebOS'
          | 'Roku'
          | 'PlayStation 4'
          | 'BlackBerry'
          | 'Bada'
          | 'Windows Phone'
        )[];
        percent?: number;
        query?: {
          [key: string]: string | true;
        };
        until?: number | string;
        url: string;
      }[];
      /**
       * @description Up to 10 tags of 1 to 50 characters, separated by commas; they replace the former ones. Empty clears them.
       * @example mail,spring
       */
      tags?: string;
      /**
       * @description What the link is for, in words for colleagues: up to 200 characters. Empty clears it.
       * @example Spring sale, newsletter
       */
      title?: string;
      /**
       * @description New target: an absolute http(s) URL of at most 2048 characters.
       * @example https://example.com/summer
       */
      url?: string;
    };
    UpdateMappingDto: {
      /**
       * @description How many license keys or seats there are for each unit, 1 to 1000.
       * @example 1
       */
      count?: number;
      /**
       * @description Whether each unit is a license key of its own, or a seat of one key.
       * @example key
       * @enum {string}
       */
      each?: 'key' | 'seat';
      /**
       * @description The product that its license keys are for; null if the item is no license.
       * @example 6
       */
      pid?: number | null;
      /**
       * @description The plan of the license keys; empty for none.
       * @example pro
       */
      plan?: string;
    };
    UpdatePlanDto: {
      /**
       * @description How long a license key runs from now on, by the calendar: an ISO 8601 duration of years, months and days, or of weeks. Empty: it never ends. Keys that have begun keep their `expiresAt`.
       * @example P1Y
       */
      duration?: string;
      /**
       * @description What a license key of the plan contains, which replaces all that was there: at most 64 names with true, a number or a text; at most 2500 bytes as JSON. `{}` clears it.
       * @example {
       *       "export": true,
       *       "projects": 50,
       *       "edition": "pro"
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description For how many days after its end a license key still passes, 1 to 365. 0: for none.
       * @example 7
       */
      graceDays?: number;
      /**
       * @description Seconds without a check after which a device loses its seat, 60 to 2592000. 0: it keeps it until it is released.
       * @example 2592000
       */
      leaseSeconds?: number;
      /**
       * @description Data of your own systems, which replaces all that was there: at most 50 names of 1 to 64 characters, with text of up to 500 characters, numbers within 2^53, true or false; at most 4096 bytes as JSON. `{}` clears it.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description What is counted of the uses of a license key, which replaces all that was there: at most 16 names, each with a `limit` of 0 to 1000000000 uses in a `period` (`day` or `month` by the calendar in UTC, `monthFromFirstUse`, or `total`), and perhaps an `overage` of up to 1000 percent of the limit. `{}` clears it; what was counted stays.
       * @example {
       *       "exports": {
       *         "limit": 500,
       *         "period": "month",
       *         "overage": 10
       *       }
       *     }
       */
      meters?: {
        [key: string]: {
          limit: number;
          overage?: number;
          /** @enum {string} */
          period: 'day' | 'month' | 'monthFromFirstUse' | 'total';
        };
      };
      /**
       * @description The name of the plan.
       * @example Pro
       */
      name?: string;
      /**
       * @description How many devices of a license key its customer may release in the portal in 30 days, 1 to 1000. 0: as many as `PORTAL_RELEASES` says.
       * @example 5
       */
      portalReleases?: number;
      /**
       * @description How many devices may use a license key at a time, 1 to 1000000. 0: devices aren't counted.
       * @example 3
       */
      seats?: number;
      /**
       * @description When that time begins: `creation` of the key, or `firstCheck`, the first check that passes.
       * @example creation
       * @enum {string}
       */
      starts?: 'creation' | 'firstCheck';
      /**
       * @description Whether the plan is a trial, which programs start themselves, once for each device.
       * @example false
       */
      trial?: boolean;
      /**
       * @description For how long a license key gets new releases, from when its time begins: an ISO 8601 duration of years, months and days, or of weeks. Empty: for ever. Keys that have begun keep their `updatesUntil`.
       * @example P1Y
       */
      updates?: string;
    };
    UpdateProductDto: {
      /**
       * @description A description for colleagues: up to 1000 characters. Empty clears it.
       * @example Multitrack editor for Windows, macOS and Linux
       */
      description?: string;
      /**
       * @description Data of your own systems, which replaces all that was there: at most 50 names of 1 to 64 characters, with text of up to 500 characters, numbers within 2^53, true or false; at most 4096 bytes as JSON. `{}` clears it.
       * @example {
       *       "order": "A-1042",
       *       "paid": true
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description The name of the product.
       * @example Tonspur Studio
       */
      name?: string;
    };
    UpdateReleaseDto: {
      /**
       * @description Who is offered it from now on: `stable` for everybody; another one, such as `beta`, for those who ask for it.
       * @example stable
       */
      channel?: string;
      /**
       * @description What is new, as plain text in any number of lines: up to 4000 characters. Empty clears it.
       * @example Exports are twice as fast.
       */
      notes?: string;
      /**
       * @description When it was or will be released, in milliseconds since the Unix epoch or as an ISO date, from 2001 on. License keys with `updatesUntil` are judged by it from their next check on.
       * @example 1767225600000
       */
      releasedAt?: number | string;
      /**
       * @description The SHA-1 of a package for Squirrel.Windows: 40 hexadecimal digits in lower case. The name of the file has the version then: `App-2.1.0-full.nupkg`. Empty clears it.
       * @example da39a3ee5e6b4b0d3255bfef95601890afd80709
       */
      sha1?: string;
      /**
       * @description The SHA-256 of the file: 64 hexadecimal digits in lower case. Empty clears it.
       * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
       */
      sha256?: string;
      /**
       * @description The file's signature for the updater, of at most 1024 characters. Empty clears it.
       * @example 7cLALFUHSwvEJWSkV8aMreoBe4fhRa4FncC5NoThKxwThL6FDR7hTiPJh1fo2uagnPogisnQsgFgq6mGkt2RBw==
       */
      signature?: string;
      /**
       * @description The size of the file in bytes. 0 clears it.
       * @example 7340032
       */
      size?: number;
      /**
       * @description Where the file is: an http or https address of at most 1000 characters, without a password.
       * @example https://downloads.example.com/App-2.1.0-full.nupkg
       */
      url?: string;
    };
    UpdateSourceDto: {
      /**
       * @description Whether what the shop sends is taken.
       * @example true
       */
      active?: boolean;
      /**
       * @description Another token for the shop's API; empty for none.
       * @example rk_live_51H8sQ2LkdIwHu7ix
       */
      apiToken?: string;
      /**
       * @description Where the shop's API is. Empty: where it is for everybody.
       * @example https://sandbox-api.paddle.com
       */
      apiUrl?: string;
      /**
       * @description What people call it: up to 191 characters.
       * @example Our shop
       */
      name?: string;
      /**
       * @description All secrets from now on, the newest first.
       * @example [
       *       "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
       *     ]
       */
      secrets?: string[];
    };
    UpdateWebhookDto: {
      /**
       * @description Whether events are sent. Switched on, it gets what happens from then on; see `missedAfter`.
       * @example true
       */
      active?: boolean;
      /**
       * @description What it is for: up to 1000 characters. Empty clears it.
       * @example Emails customers whose license ends
       */
      description?: string;
      /**
       * @description All further headers of each request, at most 10; a value of `…`, as answers show it, keeps the present one.
       * @example {
       *       "Authorization": "Bearer 7fK2"
       *     }
       */
      headers?: {
        [key: string]: string;
      };
      /**
       * @description Whether events have license keys in full, for which the caller needs `keys:read`, or shortened.
       * @example short
       * @enum {string}
       */
      keys?: 'short' | 'full';
      /**
       * @description Only events about this product; about any if null.
       * @example 6
       */
      pid?: number | null;
      /**
       * @description Only events of these types; all, also those to come, if empty.
       * @example [
       *       "licenseKey.created",
       *       "licenseKey.disabled"
       *     ]
       */
      types?: string[];
      /**
       * @description Where events are posted to from now on, also those that wait.
       * @example https://shop.example.com/hooks/keylink
       */
      url?: string;
    };
    UsageDto: {
      /**
       * @description Where checks came from, the busiest first; at most 20.
       * @example [
       *       {
       *         "address": "203.0.113.24",
       *         "addresses": 1,
       *         "checks": 1219,
       *         "lastAt": 1767225600000,
       *         "devices": [
       *           {
       *             "key": 2,
       *             "id": 17
       *           }
       *         ]
       *       }
       *     ]
       */
      addresses: components['schemas']['UsedAddressDto'][];
      /**
       * @description False if there was too much to count: then only the newest checks are counted, and only some of many keys.
       * @example true
       */
      complete: boolean;
      /**
       * @description All days of the range, oldest first.
       * @example [
       *       "2026-11-22",
       *       "2026-11-23"
       *     ]
       */
      days: string[];
      /**
       * @description By device: with checks in the range, or listed on the key.
       * @example [
       *       {
       *         "key": 2,
       *         "id": 17,
       *         "name": "Desk",
       *         "hasSeat": true,
       *         "passed": 8,
       *         "refused": 1,
       *         "lastPassedAt": 1767225600000,
       *         "lastRefusedAt": 1767225000000,
       *         "lastRefusal": 4711,
       *         "days": [
       *           {
       *             "day": "2026-11-23",
       *             "passed": 8,
       *             "refused": 1,
       *             "address": "203.0.113.24",
       *             "details": "4.2.0 Windows"
       *           }
       *         ]
       *       }
       *     ]
       */
      devices: components['schemas']['UsedDeviceDto'][];
      /**
       * @description Start of the first day, in milliseconds since the Unix epoch.
       * @example 1787695200000
       */
      from: number;
      /**
       * @description How many further addresses and networks there were.
       * @example 0
       */
      otherAddresses: number;
      /**
       * @description How many checks passed.
       * @example 1334
       */
      passed: number;
      /**
       * @description How many were refused.
       * @example 4
       */
      refused: number;
      /**
       * @description If not complete: since when all checks are counted, in milliseconds since the Unix epoch.
       * @example 1790287200000
       */
      since?: number;
    };
    UsedAddressDto: {
      /**
       * @description An address, or a network of which three or more asked.
       * @example 198.51.100.0/24
       */
      address: string;
      /**
       * @description How many addresses these are.
       * @example 6
       */
      addresses: number;
      /**
       * @description How many checks came from there.
       * @example 118
       */
      checks: number;
      /**
       * @description Which devices asked from there.
       * @example [
       *       {
       *         "key": 2,
       *         "id": 17
       *       }
       *     ]
       */
      devices: components['schemas']['UsingDeviceDto'][];
      /**
       * @description The last of them, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      lastAt: number;
    };
    UsedDayDto: {
      /**
       * @description The address of the day's last check.
       * @example 203.0.113.24
       */
      address: string;
      /**
       * @description In the time zone that was asked for.
       * @example 2026-11-23
       */
      day: string;
      /**
       * @description The `info` of the day's last check.
       * @example 4.2.0 Windows
       */
      details: string;
      /**
       * @description How many checks passed.
       * @example 8
       */
      passed: number;
      /**
       * @description How many were refused.
       * @example 1
       */
      refused: number;
    };
    UsedDeviceDto: {
      /**
       * @description Its days with checks, oldest first.
       * @example [
       *       {
       *         "day": "2026-11-23",
       *         "passed": 8,
       *         "refused": 1,
       *         "address": "203.0.113.24",
       *         "details": "4.2.0 Windows"
       *       }
       *     ]
       */
      days: components['schemas']['UsedDayDto'][];
      /**
       * @description Whether it has a seat now; present if `name` is.
       * @example true
       */
      hasSeat?: boolean;
      /**
       * @description Id of the device on that key; absent for the one row of checks without a listed device.
       * @example 17
       */
      id?: number;
      /**
       * @description Record id of the license key.
       * @example 2
       */
      key: number;
      /**
       * @description Last check that passed, in milliseconds since the Unix epoch; absent if none did.
       * @example 1767225600000
       */
      lastPassedAt?: number;
      /**
       * @description Id of the log of that refusal, for `POST /api/check/explain`.
       * @example 4711
       */
      lastRefusal?: number;
      /**
       * @description Last check that was refused, likewise.
       * @example 1767225600000
       */
      lastRefusedAt?: number;
      /**
       * @description Display name, empty if it never sent one; only for a listed device, with the scope `keys:read`.
       * @example Desk
       */
      name?: string;
      /**
       * @description How many of its checks passed.
       * @example 1219
       */
      passed: number;
      /**
       * @description How many were refused.
       * @example 4
       */
      refused: number;
    };
    UseDto: {
      /**
       * @description How much was used.
       * @example 1
       */
      amount: number;
      /**
       * @description When it happened, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      at: number;
      /**
       * @description Its record id.
       * @example 17
       */
      id: number;
      /**
       * @description The meter that counted it.
       * @example exports
       */
      meter: string;
      /**
       * @description When it was recorded, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      recordedAt: number;
      /**
       * @description What the client knows it by.
       * @example 0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11
       */
      useId: string;
      /**
       * @description When it was taken back, in milliseconds since the Unix epoch; absent if it counts.
       * @example 1767225700000
       */
      withdrawnAt?: number;
    };
    UseOfKeyDto: {
      /**
       * @description How much was used at once: all of it counts, or nothing. 1 if it is left out.
       * @example 1
       */
      amount?: number;
      /**
       * @description When it happened, for uses that are sent later: it counts in the period of that time, up to 35 days ago. A later time
       *     than now counts as now, as does none.
       * @example 1767225600000
       */
      at?: number | string;
      /**
       * @description The name of the meter that counts it.
       * @example exports
       */
      meter: string;
      /**
       * @description The product that the license key must be for.
       * @example 6
       */
      pid?: number;
      /**
       * @description What the client knows the use by, for instance a UUID. A use that is sent again within 35 days with the same one is
       *     answered as the first time, and not counted again.
       * @example 0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11
       */
      useId: string;
    };
    UsesOfDayDto: {
      /**
       * @description The day in UTC.
       * @example 2026-11-25
       */
      day: string;
      /**
       * @description How many uses it counted.
       * @example 12
       */
      used: number;
    };
    UsesOfKeyDto: {
      /**
       * @description The product that the license key must be for.
       * @example 6
       */
      pid?: number;
      /**
       * @description 1 to 1000 uses; each is answered in its place.
       * @example [
       *       {
       *         "meter": "exports",
       *         "useId": "export-17",
       *         "at": 1767225600000
       *       }
       *     ]
       */
      uses: components['schemas']['NewUseDto'][];
    };
    UseVerdictDto: {
      /**
       * @description The verdict in a sentence for people.
       * @example The use was counted.
       */
      details: string;
      /**
       * @description True for ACCEPTED only.
       * @example true
       */
      pass: boolean;
      /**
       * @description How many are left of the limit; for ACCEPTED and USED UP only. An overage isn't in it.
       * @example 497
       */
      remaining?: number;
      /**
       * @description When the meter begins again, in milliseconds since the Unix epoch; absent if it never does.
       * @example 1767225600000
       */
      resetsAt?: number;
      /**
       * @description ACCEPTED, or why not: USED UP, the limit leaves no room for it; NO METER, the license key has none of this name; TOO OLD,
       *     it is older than 35 days; USE ID TAKEN, in lists, another use has its `useId`. Otherwise what a check would be answered.
       * @example ACCEPTED
       * @enum {string}
       */
      status:
        | 'ACCEPTED'
        | 'USED UP'
        | 'NO METER'
        | 'TOO OLD'
        | 'USE ID TAKEN'
        | 'NOT FOUND'
        | 'TEST KEY'
        | 'KEY DISABLED'
        | 'NOT ACTIVE'
        | 'EXPIRED'
        | 'INVALID PRODUCT'
        | 'UPDATE NOT COVERED'
        | 'NOT AUTHORISED';
      /**
       * @description How many uses the period has counted, this one included; for ACCEPTED and USED UP only.
       * @example 3
       */
      used?: number;
    };
    UsingDeviceDto: {
      /**
       * @description Id of the device on that key; absent if it isn't listed.
       * @example 17
       */
      id?: number;
      /**
       * @description Record id of the license key.
       * @example 2
       */
      key: number;
    };
    VerdictDto: {
      /**
       * @description The verdict in a sentence for people.
       * @example Authorisation completed.
       */
      details: string;
      /**
       * @description With AUTHORISED, for license keys with `seats`.
       * @example {
       *       "id": 17,
       *       "leaseUntil": 2524608000000
       *     }
       */
      device?: components['schemas']['SeatedDeviceDto'];
      /**
       * @description With AUTHORISED, if the check asks: what the license key contains, with true, a number or a text.
       * @example {
       *       "export": true,
       *       "projects": 50
       *     }
       */
      entitlements?: {
        [key: string]: string | number | boolean;
      };
      /**
       * @description With NO SEAT, if seats have leases: when the first is free unless renewed, in milliseconds since the Unix epoch.
       * @example 2524608000000
       */
      freeAt?: number;
      /**
       * @description With AUTHORISED, for a license key that has expired and passes for its days of grace: until when, in milliseconds
       *     since the Unix epoch. Programs may ask to renew.
       * @example 1767830400000
       */
      graceUntil?: number;
      /**
       * @description With UPDATE NOT COVERED: the newest version of the same channel that the license key covers; absent if there is
       *     none.
       * @example 2.1.0
       */
      newestCovered?: string;
      /**
       * @description True for AUTHORISED only.
       * @example true
       */
      pass: boolean;
      /**
       * @description For license keys with `seats` only.
       * @example {
       *       "of": 3,
       *       "taken": 2
       *     }
       */
      seats?: components['schemas']['SeatsDto'];
      /**
       * @description For checks with a `nonce`: the verdict as a JWS. The keys at `/.well-known/keylink/keys` verify it.
       * @example eyJhbGciOiJFZERTQSJ9.eyJzdGF0dXMiOiJBVVRIT1JJU0VEIn0.c2lnbmF0dXJl
       */
      signed?: string;
      /**
       * @description The verdict's label.
       * @example AUTHORISED
       * @enum {string}
       */
      status:
        | 'AUTHORISED'
        | 'NOT FOUND'
        | 'TEST KEY'
        | 'KEY DISABLED'
        | 'NOT ACTIVE'
        | 'EXPIRED'
        | 'INVALID PRODUCT'
        | 'NOT ENTITLED'
        | 'UPDATE NOT COVERED'
        | 'NO SEAT';
      /**
       * @description With AUTHORISED, for a test key: true.
       * @example true
       * @enum {boolean}
       */
      test?: true;
    };
    VersionShareDto: {
      /**
       * @description How many checks there were.
       * @example 812
       */
      checks: number;
      /**
       * @description How many license keys they were of.
       * @example 120
       */
      keys: number;
      /**
       * @description How many of them were refused.
       * @example 14
       */
      refused: number;
      /**
       * @description The version that the checks named, as it is registered; absent for those that named none.
       * @example 2.1.0
       */
      version?: string;
    };
    VisitCountDto: {
      /**
       * @description Start of the hour or day in UTC, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      at: number;
      /**
       * @description Number of visits, at least 1.
       * @example 48
       */
      count: number;
    };
    VisitCountsDto: {
      /**
       * @description Unit of the counts.
       * @example hour
       * @enum {string}
       */
      by: 'hour' | 'day';
      /**
       * @description Start of the first hour or day, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      from: number;
      /**
       * @description In chronological order; without empty hours or days.
       * @example [
       *       {
       *         "at": 1767225600000,
       *         "count": 48
       *       }
       *     ]
       */
      rows: components['schemas']['VisitCountDto'][];
      /**
       * @description End of the last hour or day, in milliseconds since the Unix epoch.
       * @example 1767312000000
       */
      to: number;
      /**
       * @description The counts are complete up to this time, in milliseconds since the Unix epoch; usually less than a minute ago.
       * @example 1767311980000
       */
      upTo: number;
    };
    WaysToSignInDto: {
      /**
       * @description Whether by API key; always true.
       * @example true
       */
      apiKey: boolean;
      /**
       * @description Whether this request has an open session; `GET /api/me` then says whose.
       * @example false
       */
      isSignedIn: boolean;
      /**
       * @description The identity provider, at `/auth/login`; null without one.
       * @example {
       *       "name": "login.example.com"
       *     }
       */
      openId: components['schemas']['OpenIdDto'] | null;
    };
    WebhookDto: {
      /**
       * @description Whether events are sent; false after it was switched off, by somebody or because nothing reached it.
       * @example true
       */
      active: boolean;
      /**
       * @description When it was created, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      createdAt: number;
      /**
       * @description What it is for; absent if not given.
       * @example Emails customers whose license ends
       */
      description?: string;
      /**
       * @description Why the service switched it off: its receiver said that it is gone (410), or nothing reached it for five days; absent otherwise.
       * @example failing
       * @enum {string}
       */
      disabledBecause?: 'gone' | 'failing';
      /**
       * @description Since when every attempt has failed, in milliseconds since the Unix epoch; absent after a success.
       * @example 1767225660000
       */
      failingSince?: number;
      /**
       * @description Further headers of each request; their values are never shown.
       * @example {
       *       "Authorization": "…"
       *     }
       */
      headers: {
        [key: string]: string;
      };
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description Whether events have license keys in full, or shortened.
       * @example short
       * @enum {string}
       */
      keys: 'short' | 'full';
      /**
       * @description What was not sent while it was switched off, as `after` for a replay once it is on; absent when there is nothing.
       * @example 4690
       */
      missedAfter?: number;
      /**
       * @description It gets only events about this product; absent for any.
       * @example 6
       */
      pid?: number;
      /**
       * @description Position of the last event that it was given.
       * @example 4711
       */
      position: number;
      /**
       * @description Until when deliveries are signed with the secret before the last rotation too, in milliseconds since the Unix epoch; absent when there is none.
       * @example 1767312000000
       */
      previousValidUntil?: number;
      /**
       * @description Verifies the `v1a` signatures.
       * @example whpk_l5g9a3bqYb8aMWDIYcbnQwJvw9DY0ci8rJ9DVRhIuBk=
       */
      publicKey: string;
      /**
       * @description How far a replay has come, which waits while the webhook is off. Absent once all is on its way, and in answers to changes.
       * @example {
       *       "kind": "replay",
       *       "after": 4690,
       *       "upTo": 4711
       *     }
       */
      replay?: components['schemas']['ReplayStateDto'];
      /**
       * @description The last success, to the minute, in milliseconds since the Unix epoch; absent when there was none.
       * @example 1767225600000
       */
      succeededAt?: number;
      /**
       * @description Types of events that it gets; empty for all.
       * @example [
       *       "licenseKey.created",
       *       "licenseKey.disabled"
       *     ]
       */
      types: string[];
      /**
       * @description Where events are posted to.
       * @example https://shop.example.com/hooks/keylink
       */
      url: string;
    };
    WholeInboxMessageDto: {
      /**
       * @description The body as it came; absent once it is deleted.
       * @example {"id":"evt_1QxYz"}
       */
      body?: string;
      /**
       * @description When it is tried next, in milliseconds since the Unix epoch; absent if it isn't.
       * @example 1767225600000
       */
      dueAt?: number;
      /**
       * @description Record id.
       * @example 1
       */
      id: number;
      /**
       * @description The shop's id of the message; absent for one that isn't known to be the shop's.
       * @example evt_1QxYz
       */
      messageId?: string;
      /**
       * @description Record id of the order that it is about; absent if it is about none.
       * @example 1
       */
      order?: number;
      /**
       * @description What is wrong, and what helps; or a remark; absent if there is nothing to say.
       * @example Nothing says what license keys "price_1Pro" stands for: map it.
       */
      problem?: string;
      /**
       * @description When it came, in milliseconds since the Unix epoch.
       * @example 1767225600000
       */
      receivedAt: number;
      /**
       * @description Whether the shop sent it, or it was asked for through its API.
       * @example webhook
       * @enum {string}
       */
      sentBy: 'webhook' | 'api';
      /**
       * @description `nothing`: there is nothing in it for license keys. `waiting`: for somebody. `failed`: it is tried again. `refused`: its signature is wrong, or a shop that signs nothing does not know what it names.
       * @example done
       * @enum {string}
       */
      state: 'new' | 'done' | 'nothing' | 'waiting' | 'failed' | 'refused';
      /**
       * @description How often it was tried without success, since it came or somebody asked to do it again.
       * @example 0
       */
      tries: number;
      /**
       * @description What the shop calls it; empty if that can't be read.
       * @example invoice.paid
       */
      type: string;
    };
    WordPressUpdateDto: {
      /**
       * @description When it was released: ISO 8601.
       * @example 2026-01-01T00:00:00Z
       */
      last_updated: string;
      /**
       * @description The same, for the transient `update_plugins`.
       * @example 2.1.0
       */
      new_version: string;
      /**
       * @description The same: what WordPress installs.
       * @example https://downloads.example.com/app-2.1.0.zip
       */
      package: string;
      /**
       * @description What is new, as `changelog` in HTML.
       * @example {
       *       "changelog": "Exports are twice as fast."
       *     }
       */
      sections?: Record<string, never>;
      /**
       * @description Where the file is.
       * @example https://downloads.example.com/app-2.1.0.zip
       */
      url: string;
      /**
       * @description The version, for `update_plugins_{hostname}`.
       * @example 2.1.0
       */
      version: string;
    };
    WriteTemplateDto: {
      /**
       * @description The email as HTML, a whole document; left out for plain text alone. What is filled in is escaped.
       * @example <p>{{#keys}}<code>{{key}}</code>{{/keys}}</p>
       */
      html?: string;
      /**
       * @description The subject: one line.
       * @example Your key for {{products}}
       */
      subject: string;
      /**
       * @description The email as plain text.
       * @example Hello,\n\n{{#keys}}\n{{product}}: {{key}}\n{{/keys}}
       */
      text: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type AddressVerdictDto = components['schemas']['AddressVerdictDto'];
export type ApiKeyDto = components['schemas']['ApiKeyDto'];
export type AttemptDto = components['schemas']['AttemptDto'];
export type AuditRecordDto = components['schemas']['AuditRecordDto'];
export type BulkChangeDto = components['schemas']['BulkChangeDto'];
export type BulkChangePreviewDto = components['schemas']['BulkChangePreviewDto'];
export type ChangedKeyDto = components['schemas']['ChangedKeyDto'];
export type ChangedRecordDto = components['schemas']['ChangedRecordDto'];
export type ChangeExampleDto = components['schemas']['ChangeExampleDto'];
export type ChangeFoundKeysDto = components['schemas']['ChangeFoundKeysDto'];
export type ChangeNamedKeysDto = components['schemas']['ChangeNamedKeysDto'];
export type CheckCountDto = components['schemas']['CheckCountDto'];
export type CheckCountsDto = components['schemas']['CheckCountsDto'];
export type CheckLicenseDto = components['schemas']['CheckLicenseDto'];
export type CheckMultipleDto = components['schemas']['CheckMultipleDto'];
export type CheckPathDto = components['schemas']['CheckPathDto'];
export type ContentChangeDto = components['schemas']['ContentChangeDto'];
export type CountedVisitsDto = components['schemas']['CountedVisitsDto'];
export type CreateAlikeLicenseKeysDto = components['schemas']['CreateAlikeLicenseKeysDto'];
export type CreateApiKeyDto = components['schemas']['CreateApiKeyDto'];
export type CreateCustomerDto = components['schemas']['CreateCustomerDto'];
export type CreateDomainDto = components['schemas']['CreateDomainDto'];
export type CreateLicenseKeyDto = components['schemas']['CreateLicenseKeyDto'];
export type CreateLinkDto = components['schemas']['CreateLinkDto'];
export type CreateListedLicenseKeysDto = components['schemas']['CreateListedLicenseKeysDto'];
export type CreateMappingDto = components['schemas']['CreateMappingDto'];
export type CreatePlanDto = components['schemas']['CreatePlanDto'];
export type CreatePortalLinkDto = components['schemas']['CreatePortalLinkDto'];
export type CreateProductDto = components['schemas']['CreateProductDto'];
export type CreateReleaseDto = components['schemas']['CreateReleaseDto'];
export type CreateShortLinkDto = components['schemas']['CreateShortLinkDto'];
export type CreateSourceDto = components['schemas']['CreateSourceDto'];
export type CreateWebhookDto = components['schemas']['CreateWebhookDto'];
export type CustomerDto = components['schemas']['CustomerDto'];
export type CustomerExportDto = components['schemas']['CustomerExportDto'];
export type CustomersLicenseKeyDto = components['schemas']['CustomersLicenseKeyDto'];
export type DeliveryDto = components['schemas']['DeliveryDto'];
export type DeviceDto = components['schemas']['DeviceDto'];
export type DeviceOutlineDto = components['schemas']['DeviceOutlineDto'];
export type DomainDto = components['schemas']['DomainDto'];
export type ErasedCustomerDto = components['schemas']['ErasedCustomerDto'];
export type ErasurePreviewDto = components['schemas']['ErasurePreviewDto'];
export type ErrorDto = components['schemas']['ErrorDto'];
export type EventActorDto = components['schemas']['EventActorDto'];
export type EventDto = components['schemas']['EventDto'];
export type ExpiringKeysDto = components['schemas']['ExpiringKeysDto'];
export type ExplainCheckDto = components['schemas']['ExplainCheckDto'];
export type ExplainLogDto = components['schemas']['ExplainLogDto'];
export type ExplanationDto = components['schemas']['ExplanationDto'];
export type ExportedAuditRecordDto = components['schemas']['ExportedAuditRecordDto'];
export type ExportedChangeDto = components['schemas']['ExportedChangeDto'];
export type ExportedEventDto = components['schemas']['ExportedEventDto'];
export type ExportedLicenseDto = components['schemas']['ExportedLicenseDto'];
export type ExportedLicenseKeyDto = components['schemas']['ExportedLicenseKeyDto'];
export type ExportedLinkDto = components['schemas']['ExportedLinkDto'];
export type ExportedLoggedCheckDto = components['schemas']['ExportedLoggedCheckDto'];
export type ExportedOtherChangeDto = components['schemas']['ExportedOtherChangeDto'];
export type ExportedOtherEventDto = components['schemas']['ExportedOtherEventDto'];
export type FindingDto = components['schemas']['FindingDto'];
export type FindingsDto = components['schemas']['FindingsDto'];
export type FormerKeyDto = components['schemas']['FormerKeyDto'];
export type HealthDto = components['schemas']['HealthDto'];
export type HomeDto = components['schemas']['HomeDto'];
export type ImportLicenseKeyDto = components['schemas']['ImportLicenseKeyDto'];
export type ImportLinkDto = components['schemas']['ImportLinkDto'];
export type ImportRowDto = components['schemas']['ImportRowDto'];
export type ImportSummaryDto = components['schemas']['ImportSummaryDto'];
export type InboxMessageDto = components['schemas']['InboxMessageDto'];
export type IssuedLicenseDto = components['schemas']['IssuedLicenseDto'];
export type KeptKeysDto = components['schemas']['KeptKeysDto'];
export type KeyChangeDto = components['schemas']['KeyChangeDto'];
export type KeyChangeRecordDto = components['schemas']['KeyChangeRecordDto'];
export type KeyCountsDto = components['schemas']['KeyCountsDto'];
export type KeyFilterDto = components['schemas']['KeyFilterDto'];
export type KeySetDto = components['schemas']['KeySetDto'];
export type KeySetSignatureDto = components['schemas']['KeySetSignatureDto'];
export type LetterDto = components['schemas']['LetterDto'];
export type LicenseDto = components['schemas']['LicenseDto'];
export type LicenseKeyDto = components['schemas']['LicenseKeyDto'];
export type LicenseKeyOutlineDto = components['schemas']['LicenseKeyOutlineDto'];
export type LicenseLogDto = components['schemas']['LicenseLogDto'];
export type LinkDto = components['schemas']['LinkDto'];
export type LiveVisitDto = components['schemas']['LiveVisitDto'];
export type LoggedCheckDto = components['schemas']['LoggedCheckDto'];
export type MailDto = components['schemas']['MailDto'];
export type MailKindDto = components['schemas']['MailKindDto'];
export type MappingDto = components['schemas']['MappingDto'];
export type MeDto = components['schemas']['MeDto'];
export type MeterStandingDto = components['schemas']['MeterStandingDto'];
export type MultipleVerdictDto = components['schemas']['MultipleVerdictDto'];
export type NamedUseDto = components['schemas']['NamedUseDto'];
export type NamedUsesDto = components['schemas']['NamedUsesDto'];
export type NewApiKeyDto = components['schemas']['NewApiKeyDto'];
export type NewUseDto = components['schemas']['NewUseDto'];
export type NewWebhookDto = components['schemas']['NewWebhookDto'];
export type NextStepDto = components['schemas']['NextStepDto'];
export type OpenIdDto = components['schemas']['OpenIdDto'];
export type OrderDto = components['schemas']['OrderDto'];
export type OrderItemDto = components['schemas']['OrderItemDto'];
export type PastChangeDto = components['schemas']['PastChangeDto'];
export type PastCheckDto = components['schemas']['PastCheckDto'];
export type PastKeyDto = components['schemas']['PastKeyDto'];
export type PastRuleDto = components['schemas']['PastRuleDto'];
export type PastStateDto = components['schemas']['PastStateDto'];
export type PlanCountDto = components['schemas']['PlanCountDto'];
export type PlanCountsDto = components['schemas']['PlanCountsDto'];
export type PlanDto = components['schemas']['PlanDto'];
export type PlanShareDto = components['schemas']['PlanShareDto'];
export type PortalLinkDto = components['schemas']['PortalLinkDto'];
export type PreviewDto = components['schemas']['PreviewDto'];
export type ProductDto = components['schemas']['ProductDto'];
export type ProductReleaseDto = components['schemas']['ProductReleaseDto'];
export type RefusalReasonDto = components['schemas']['RefusalReasonDto'];
export type RefusalsDto = components['schemas']['RefusalsDto'];
export type RefusedCustomerDto = components['schemas']['RefusedCustomerDto'];
export type RefusedProductDto = components['schemas']['RefusedProductDto'];
export type ReleasedSeatsDto = components['schemas']['ReleasedSeatsDto'];
export type ReleaseDto = components['schemas']['ReleaseDto'];
export type ReleaseSeatDto = components['schemas']['ReleaseSeatDto'];
export type RenewLicenseKeyDto = components['schemas']['RenewLicenseKeyDto'];
export type ReplaceLicenseKeyDto = components['schemas']['ReplaceLicenseKeyDto'];
export type ReplayDto = components['schemas']['ReplayDto'];
export type ReplayStateDto = components['schemas']['ReplayStateDto'];
export type ResendMailDto = components['schemas']['ResendMailDto'];
export type RetryInboxMessageDto = components['schemas']['RetryInboxMessageDto'];
export type RevokeSigningKeyDto = components['schemas']['RevokeSigningKeyDto'];
export type RootKeyDto = components['schemas']['RootKeyDto'];
export type RotateApiKeyDto = components['schemas']['RotateApiKeyDto'];
export type RotatedApiKeyDto = components['schemas']['RotatedApiKeyDto'];
export type RotateWebhookDto = components['schemas']['RotateWebhookDto'];
export type RowProblemDto = components['schemas']['RowProblemDto'];
export type RuleDto = components['schemas']['RuleDto'];
export type SavedViewDto = components['schemas']['SavedViewDto'];
export type SaveViewDto = components['schemas']['SaveViewDto'];
export type SeatedDeviceDto = components['schemas']['SeatedDeviceDto'];
export type SeatsDto = components['schemas']['SeatsDto'];
export type SessionDto = components['schemas']['SessionDto'];
export type SetUpSigningDto = components['schemas']['SetUpSigningDto'];
export type SharesDto = components['schemas']['SharesDto'];
export type SigningKeyDto = components['schemas']['SigningKeyDto'];
export type SigningStatusDto = components['schemas']['SigningStatusDto'];
export type SignLicenseDto = components['schemas']['SignLicenseDto'];
export type SourceDto = components['schemas']['SourceDto'];
export type SourceItemDto = components['schemas']['SourceItemDto'];
export type SquirrelUpdateDto = components['schemas']['SquirrelUpdateDto'];
export type StartTrialDto = components['schemas']['StartTrialDto'];
export type SwitchMailKindDto = components['schemas']['SwitchMailKindDto'];
export type TauriUpdateDto = components['schemas']['TauriUpdateDto'];
export type TemplateDto = components['schemas']['TemplateDto'];
export type TemplateNameDto = components['schemas']['TemplateNameDto'];
export type TestedMailDto = components['schemas']['TestedMailDto'];
export type TestMailDto = components['schemas']['TestMailDto'];
export type UnlockLinkDto = components['schemas']['UnlockLinkDto'];
export type UpdateApiKeyDto = components['schemas']['UpdateApiKeyDto'];
export type UpdateCustomerDto = components['schemas']['UpdateCustomerDto'];
export type UpdateDomainDto = components['schemas']['UpdateDomainDto'];
export type UpdateLicenseKeyDto = components['schemas']['UpdateLicenseKeyDto'];
export type UpdateLinkDto = components['schemas']['UpdateLinkDto'];
export type UpdateMappingDto = components['schemas']['UpdateMappingDto'];
export type UpdatePlanDto = components['schemas']['UpdatePlanDto'];
export type UpdateProductDto = components['schemas']['UpdateProductDto'];
export type UpdateReleaseDto = components['schemas']['UpdateReleaseDto'];
export type UpdateSourceDto = components['schemas']['UpdateSourceDto'];
export type UpdateWebhookDto = components['schemas']['UpdateWebhookDto'];
export type UsageDto = components['schemas']['UsageDto'];
export type UsedAddressDto = components['schemas']['UsedAddressDto'];
export type UsedDayDto = components['schemas']['UsedDayDto'];
export type UsedDeviceDto = components['schemas']['UsedDeviceDto'];
export type UseDto = components['schemas']['UseDto'];
export type UseOfKeyDto = components['schemas']['UseOfKeyDto'];
export type UsesOfDayDto = components['schemas']['UsesOfDayDto'];
export type UsesOfKeyDto = components['schemas']['UsesOfKeyDto'];
export type UseVerdictDto = components['schemas']['UseVerdictDto'];
export type UsingDeviceDto = components['schemas']['UsingDeviceDto'];
export type VerdictDto = components['schemas']['VerdictDto'];
export type VersionShareDto = components['schemas']['VersionShareDto'];
export type VisitCountDto = components['schemas']['VisitCountDto'];
export type VisitCountsDto = components['schemas']['VisitCountsDto'];
export type WaysToSignInDto = components['schemas']['WaysToSignInDto'];
export type WebhookDto = components['schemas']['WebhookDto'];
export type WholeInboxMessageDto = components['schemas']['WholeInboxMessageDto'];
export type WordPressUpdateDto = components['schemas']['WordPressUpdateDto'];
export type WriteTemplateDto = components['schemas']['WriteTemplateDto'];
export type $defs = Record<string, never>;
export interface operations {
  describeService: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What this is. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HomeDto'];
          'text/html': string;
        };
      };
      /** @description Leads a browser to the console. */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getLatestKeySet: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The set. Caches may keep it for a minute. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/jose+json': components['schemas']['KeySetDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'keySet.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getKeySet: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Versions count from 1, without gaps. */
        version: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The set. It never changes. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/jose+json': components['schemas']['KeySetDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'keySet.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  followLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The name of the link, in any case. */
        name: unknown;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page without the URL: it asks for the password of a link that has one; for programs and HEAD requests, it shows the card of a link that has one or a limit. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description The way to the URL, or to the `endedUrl` of a link that has ended. */
      302: {
        headers: {
          /** @description The URL of the link or of the first of its rules that holds, with the query of the visit if `forwardQuery` is set. */
          Location?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'link.notFound' | 'path.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
      /** @description Gone */
      410: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'link.gone';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
      /** @description Too Early */
      425: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'link.tooEarly';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
    };
  };
  unlockLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The name of the link, in any case. */
        name: unknown;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UnlockLinkDto'];
        'application/x-www-form-urlencoded': components['schemas']['UnlockLinkDto'];
      };
    };
    responses: {
      /** @description A page without the URL, for programs, if the link has a limit or a card. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description The way to the `endedUrl` of a link that has ended. */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The way to the URL, as for links without a password. */
      303: {
        headers: {
          /** @description Where the visit leads to. */
          Location?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'link.wrongPassword';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'link.notFound' | 'path.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
      /** @description Method Not Allowed */
      405: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'method.notAllowed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
      /** @description Gone */
      410: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'link.gone';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
      /** @description Too Early */
      425: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'link.tooEarly';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.linkPasswords';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
          'text/html': string;
        };
      };
    };
  };
  listApiKeys: {
    parameters: {
      query?: {
        /** @description Only keys with a greater id. For example `100`. */
        after?: number;
        /** @description At most this many keys, 1 to 1000; 100 if omitted. For example `100`. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to the next page while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateApiKeyDto'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewApiKeyDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the API key. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  updateApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the API key. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateApiKeyDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.revoked' | 'apiKey.lastAdmin';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  revokeApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the API key. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.lastAdmin';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  rotateApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the API key. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotateApiKeyDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RotatedApiKeyDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.revoked' | 'apiKey.expired';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listAuditRecords: {
    parameters: {
      query?: {
        /** @description Only changes of this kind. For example `"revoke"`. */
        action?: 'create' | 'update' | 'delete' | 'rotate' | 'revoke' | 'release' | 'renew' | 'withdraw';
        /** @description Only changes from this client address. For example `"203.0.113.7"`. */
        address?: string;
        /** @description Only changes by this API key. For example `1`. */
        apiKeyId?: number;
        /** @description Only records with a smaller id. For example `5000`. */
        before?: number;
        /** @description Only changes at or after this time, in milliseconds since the Unix epoch. For example `1767225600000`. */
        from?: number;
        /** @description At most this many records, 1 to 1000; 100 if omitted. For example `100`. */
        limit?: number;
        /** @description Only changes by the request with this id. For example `"3c1b2f64-7f0e-4d0b-9d0c-2f6b1f0a9e55"`. */
        requestId?: string;
        /** @description Only changes to the target with this record id; combine with `targetType`. For example `2`. */
        targetId?: number;
        /** @description Only changes to targets of this kind. For example `"apiKey"`. */
        targetType?:
          | 'licenseKey'
          | 'link'
          | 'apiKey'
          | 'keySet'
          | 'license'
          | 'session'
          | 'database'
          | 'product'
          | 'customer'
          | 'webhook'
          | 'plan'
          | 'release'
          | 'mail'
          | 'mailTemplate'
          | 'mailKind'
          | 'source'
          | 'mapping'
          | 'inboxMessage'
          | 'order'
          | 'domain';
        /** @description Only changes before this time, in milliseconds since the Unix epoch. For example `1767312000000`. */
        to?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to older records while more may follow. A page may be shorter than `limit`, or even empty, and still lead to the next, when much had to be searched for it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditRecordDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  exportAudit: {
    parameters: {
      query?: {
        /** @description Only changes of this kind. For example `"revoke"`. */
        action?: 'create' | 'update' | 'delete' | 'rotate' | 'revoke' | 'release' | 'renew' | 'withdraw';
        /** @description Only changes from this client address. For example `"203.0.113.7"`. */
        address?: string;
        /** @description Only changes by this API key. For example `1`. */
        apiKeyId?: number;
        /** @description The format; the `Accept` header decides by default, else CSV. For example `"csv"`. */
        format?: 'csv' | 'ndjson';
        /** @description Only changes at or after this time, in milliseconds since the Unix epoch. For example `1767225600000`. */
        from?: number;
        /** @description Only changes by the request with this id. For example `"3c1b2f64-7f0e-4d0b-9d0c-2f6b1f0a9e55"`. */
        requestId?: string;
        /** @description Only changes to the target with this record id; combine with `targetType`. For example `2`. */
        targetId?: number;
        /** @description Only changes to targets of this kind. For example `"apiKey"`. */
        targetType?:
          | 'licenseKey'
          | 'link'
          | 'apiKey'
          | 'keySet'
          | 'license'
          | 'session'
          | 'database'
          | 'product'
          | 'customer'
          | 'webhook'
          | 'plan'
          | 'release'
          | 'mail'
          | 'mailTemplate'
          | 'mailKind'
          | 'source'
          | 'mapping'
          | 'inboxMessage'
          | 'order'
          | 'domain';
        /** @description Only changes before this time, in milliseconds since the Unix epoch. For example `1767312000000`. */
        to?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The whole table, streamed: CSV, or one JSON object per line. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': components['schemas']['ExportedAuditRecordDto'];
          'text/csv': string;
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  checkLicenseKey: {
    parameters: {
      query?: {
        /** @description As in the body, which takes precedence. */
        device?: string;
        /** @description As in the body, which takes precedence. */
        deviceName?: string;
        /** @description As in the body, which takes precedence. */
        entitlements?: boolean;
        /** @description As in the body, which takes precedence. */
        info?: string;
        /** @description As in the body, which takes precedence. */
        log?: boolean;
        /** @description As in the body, which takes precedence. */
        nonce?: string;
        /** @description As in the body, which takes precedence. */
        pid?: number;
        /** @description As in the body, which takes precedence. */
        require?: string;
        /** @description As in the body, which takes precedence. */
        version?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CheckLicenseDto'];
        'application/x-www-form-urlencoded': components['schemas']['CheckLicenseDto'];
      };
    };
    responses: {
      /** @description The verdict. */
      200: {
        headers: {
          /** @description Fields of the body, form or query that this check does not read, such as a misspelt `pid`: up to 8 names, then how many others there are, as in `product, deviceId, +1`. Absent if it reads all of them. */
          'x-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VerdictDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'licenseKey.missing'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Forbidden
       *
       *     The client's address may not use the key, or the caller lacks the scope.
       */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notAuthorised' | 'scope.missing' | 'origin.foreign';
          /** @description Fields of the body, form or query that this check does not read, such as a misspelt `pid`: up to 8 names, then how many others there are, as in `product, deviceId, +1`. Absent if it reads all of them. */
          'x-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddressVerdictDto'] | components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  checkLicenseKeyByPath: {
    parameters: {
      query?: {
        /** @description As in the body, which takes precedence. */
        device?: string;
        /** @description As in the body, which takes precedence. */
        deviceName?: string;
        /** @description As in the body, which takes precedence. */
        entitlements?: boolean;
        /** @description As in the body, which takes precedence. */
        info?: string;
        /** @description As in the body, which takes precedence. */
        log?: boolean;
        /** @description As in the body, which takes precedence. */
        nonce?: string;
        /** @description As in the body, which takes precedence. */
        pid?: number;
        /** @description As in the body, which takes precedence. */
        require?: string;
        /** @description As in the body, which takes precedence. */
        version?: string;
      };
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself; with a license key in the header `Authorization`, the id of the product that it must be for. */
        id: unknown;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CheckPathDto'];
        'application/x-www-form-urlencoded': components['schemas']['CheckPathDto'];
      };
    };
    responses: {
      /** @description The verdict. */
      200: {
        headers: {
          /** @description Fields of the body, form or query that this check does not read, such as a misspelt `pid`: up to 8 names, then how many others there are, as in `product, deviceId, +1`. Absent if it reads all of them. */
          'x-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VerdictDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'licenseKey.missing'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Unauthorized
       *
       *     Unauthorized
       */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'apiKey.invalid'
            | 'session.ended'
            | 'session.repeated'
            | 'apiKey.ended'
            | 'licenseKeyAuth.off';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Forbidden
       *
       *     The client's address may not use the key, or the caller lacks the scope.
       */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notAuthorised' | 'scope.missing' | 'origin.foreign';
          /** @description Fields of the body, form or query that this check does not read, such as a misspelt `pid`: up to 8 names, then how many others there are, as in `product, deviceId, +1`. Absent if it reads all of them. */
          'x-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddressVerdictDto'] | components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Too Many Requests
       *
       *     Too Many Requests
       */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'limit.wrongKeys'
            | 'limit.requests'
            | 'limit.unknownLicenses'
            | 'limit.licenseChecks'
            | 'limit.atOnce';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  explainCheck: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExplainCheckDto'] | components['schemas']['ExplainLogDto'];
      };
    };
    responses: {
      /** @description The verdict, and the outcome of each rule. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExplanationDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'licenseKey.missing'
            | 'field.unknown'
            | 'field.invalid'
            | 'body.malformed'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'log.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  checkLicenseKeyForProducts: {
    parameters: {
      query?: {
        /** @description As in the body, which takes precedence. */
        device?: string;
        /** @description As in the body, which takes precedence. */
        deviceName?: string;
        /** @description As in the body, which takes precedence. */
        entitlements?: boolean;
        /** @description As in the body, which takes precedence. */
        info?: string;
        /** @description As in the body, which takes precedence. */
        log?: boolean;
        /** @description As in the body, which takes precedence. */
        nonce?: string;
        /** @description As in the body, which takes precedence. */
        proIds?: string;
        /** @description As in the body, which takes precedence. */
        require?: string;
        /** @description As in the body, which takes precedence. */
        version?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CheckMultipleDto'];
        'application/x-www-form-urlencoded': components['schemas']['CheckMultipleDto'];
      };
    };
    responses: {
      /** @description The verdict. */
      200: {
        headers: {
          /** @description Fields of the body, form or query that this check does not read, such as a misspelt `pid`: up to 8 names, then how many others there are, as in `product, deviceId, +1`. Absent if it reads all of them. */
          'x-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MultipleVerdictDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'licenseKey.missing'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Unauthorized
       *
       *     Unauthorized
       */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'apiKey.invalid'
            | 'session.ended'
            | 'session.repeated'
            | 'apiKey.ended'
            | 'licenseKeyAuth.off';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Forbidden
       *
       *     The client's address may not use the key, or the caller lacks the scope.
       */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notAuthorised' | 'scope.missing' | 'origin.foreign';
          /** @description Fields of the body, form or query that this check does not read, such as a misspelt `pid`: up to 8 names, then how many others there are, as in `product, deviceId, +1`. Absent if it reads all of them. */
          'x-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddressVerdictDto'] | components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Too Many Requests
       *
       *     Too Many Requests
       */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'limit.wrongKeys'
            | 'limit.requests'
            | 'limit.unknownLicenses'
            | 'limit.licenseChecks'
            | 'limit.atOnce';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  releaseSeat: {
    parameters: {
      query?: {
        /** @description As in the body, which takes precedence. */
        device?: string;
        /** @description As in the body, which takes precedence. */
        deviceName?: string;
        /** @description As in the body, which takes precedence. */
        entitlements?: boolean;
        /** @description As in the body, which takes precedence. */
        info?: string;
        /** @description As in the body, which takes precedence. */
        log?: boolean;
        /** @description As in the body, which takes precedence. */
        nonce?: string;
        /** @description As in the body, which takes precedence. */
        pid?: number;
        /** @description As in the body, which takes precedence. */
        require?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ReleaseSeatDto'];
        'application/x-www-form-urlencoded': components['schemas']['ReleaseSeatDto'];
      };
    };
    responses: {
      /** @description The verdict. */
      200: {
        headers: {
          /** @description Fields of the body, form or query that this check does not read, such as a misspelt `pid`: up to 8 names, then how many others there are, as in `product, deviceId, +1`. Absent if it reads all of them. */
          'x-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReleaseDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'licenseKey.missing'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Unauthorized
       *
       *     Unauthorized
       */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'apiKey.invalid'
            | 'session.ended'
            | 'session.repeated'
            | 'apiKey.ended'
            | 'licenseKeyAuth.off';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Forbidden
       *
       *     The client's address may not use the key, or the caller lacks the scope.
       */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notAuthorised' | 'scope.missing' | 'origin.foreign';
          /** @description Fields of the body, form or query that this check does not read, such as a misspelt `pid`: up to 8 names, then how many others there are, as in `product, deviceId, +1`. Absent if it reads all of them. */
          'x-ignored-fields'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddressVerdictDto'] | components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Too Many Requests
       *
       *     Too Many Requests
       */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'limit.wrongKeys'
            | 'limit.requests'
            | 'limit.unknownLicenses'
            | 'limit.licenseChecks'
            | 'limit.atOnce';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listCustomers: {
    parameters: {
      query?: {
        /** @description Only customers after the one with this record id in the order; by default, those with a greater id. For example `100`. */
        after?: number;
        /** @description With `after` in an order by a field: that customer's value, as in the `Link` header. For example `"Anna Tanaka"`. */
        afterValue?: string;
        /** @description Maximum number of customers, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
        /**
         * @description `oldest` first, which is the default, or `newest`; by `name` in the order of Unicode, those without a name last; by
         *     `uid`. For example `"newest"`.
         */
        order?: 'oldest' | 'newest' | 'name' | 'uid';
        /**
         * @description Only customers that have each of these words, or a word that begins with it, in any case and without accents: in
         *     the uid, name, email address, note or a value of the metadata; an address or range also by the checks of license keys. For example `"tanaka"`.
         */
        q?: string;
        /** @description Only customers with one of these uids, exactly; repeatable, 50 at most. For example `["customer-17","customer-18"]`. */
        uid?: string[];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to the next page while more may follow. A page may be shorter than `limit`, or even empty, and still lead to the next, when much had to be searched for it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateCustomerDto'];
      };
    };
    responses: {
      /** @description The new customer. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'customer.exists';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The uid of the customer. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          /** @description Identifies the state of what people can change, for `If-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'customer.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  updateCustomer: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The uid of the customer. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateCustomerDto'];
      };
    };
    responses: {
      /** @description The customer as it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerDto'];
        };
      };
      /** @description The customer as it is now; the last of its license keys get the new uid in the background. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'customer.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'customer.exists' | 'customer.busy';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  eraseCustomer: {
    parameters: {
      query?: {
        /** @description `true` also erases a customer whose devices have a seat; they keep it. For example `false`. */
        force?: boolean;
      };
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The uid of the customer. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What was erased. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErasedCustomerDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'path.malformed'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'customer.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'customer.seatsTaken' | 'customer.busy';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  previewErasure: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The uid of the customer. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErasurePreviewDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'customer.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  exportCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The uid of the customer. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerExportDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'customer.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  showPortalOfCustomer: {
    parameters: {
      query?: {
        /** @description Only license keys with a greater record id; more than fit one page have a link to the next. For example `"50"`. */
        after?: unknown;
        /** @description The record id of one license key to show. For example `"1"`. */
        key?: unknown;
      };
      header?: never;
      path: {
        /** @description The uid of the customer. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The page. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Forbidden
       *
       *     Forbidden
       */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'customer.notFound' | 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'portal.off';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getCustomerUsage: {
    parameters: {
      query?: {
        /** @description How many days up to today; 90 by default. For example `90`. */
        days?: number;
        /** @description The time zone in which days begin; UTC by default. For example `"Europe/Berlin"`. */
        tz?: string;
      };
      header?: never;
      path: {
        /** @description The `uid` of the license keys. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'path.malformed'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  findDeliveries: {
    parameters: {
      query?: {
        /** @description Only deliveries with a smaller id. For example `816`. */
        before?: number;
        /** @description Only deliveries of the event with this id. For example `"evt_2mYd0PqX7sV1nR4kTz8J"`. */
        event?: string;
        /** @description Maximum number of deliveries, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to older ones while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  examineService: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FindingsDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listDomains: {
    parameters: {
      query?: {
        /** @description Only domains with a greater record id. For example `100`. */
        after?: number;
        /** @description Maximum number of domains, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to the next page while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DomainDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createDomain: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateDomainDto'];
      };
    };
    responses: {
      /** @description The new domain. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DomainDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'domain.exists' | 'domain.tooMany';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getDomain: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The host of the domain. */
        host: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          /** @description Identifies the state of what people can change, for `If-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DomainDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'domain.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  updateDomain: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The host of the domain. */
        host: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateDomainDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DomainDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'domain.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  deleteDomain: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The host of the domain. */
        host: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DomainDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'domain.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'domain.used';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  askForDomain: {
    parameters: {
      query: {
        /** @description The host. */
        domain: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It is a domain, or the host of `PUBLIC_URL` or `PORTAL_URL`. The body is empty. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'domain.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description Only events behind this position: that of the last event you have handled. From the first that is kept if left out. For example `4711`. */
        after?: number;
        /** @description With `order=newest`: only events before this position, as in the `Link` header. For example `4711`. */
        before?: number;
        /** @description `full` shows license keys whole; this needs the scope `keys:read` too. For example `"short"`. */
        keys?: 'short' | 'full';
        /** @description At most this many events, 1 to 1000; 100 if left out. For example `100`. */
        limit?: number;
        /** @description `newest` lists what has happened so far, the newest first, for people who look; without it, events ascend, for programs that follow. For example `"newest"`. */
        order?: 'newest';
        /** @description Only events about this product. For example `6`. */
        pid?: number;
        /** @description Only events of these types, repeated or with commas between them; all if left out. For example `"licenseKey.created,licenseKey.disabled"`. */
        types?: string;
        /** @description Only events about this customer, exactly. For example `"customer-17"`. */
        uid?: string;
        /** @description How many seconds to wait for an event if there is none yet, 0 to 25; 0 if left out. For example `25`. */
        wait?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Empty if there was none within `wait` seconds. A `Link` header with rel="next" leads on; where a filter left events out, it is further than the last event. With `order=newest`, it leads to older events while there may be more. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Forbidden
       *
       *     Forbidden
       */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Gone */
      410: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'event.gone';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Too Many Requests
       *
       *     Too Many Requests
       */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests' | 'limit.streams';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listLicenseKeys: {
    parameters: {
      query?: {
        /** @description Only keys after the one with this id in the order; by default, those with a greater id. For example `100`. */
        after?: number;
        /** @description With `after` in an order by a field: that key's value, as in the `Link` header. For example `"customer-17"`. */
        afterValue?: string;
        /** @description Disabled keys only, or only those that aren't. For example `false`. */
        disabled?: boolean;
        /** @description Only keys that expire after this time, in milliseconds since the Unix epoch. For example `1767225600000`. */
        expiresAfter?: number;
        /** @description Only keys that expire before this time, in milliseconds since the Unix epoch. For example `2524608000000`. */
        expiresBefore?: number;
        /** @description True: only keys with a plan; false: only keys without. For example `false`. */
        hasPlan?: boolean;
        /** @description True: only keys with `seats`; false: only keys without. For example `true`. */
        hasSeats?: boolean;
        /** @description Keys with exactly this authorised address or CIDR range only, in any spelling. Empty: keys that any address may use. For example `"203.0.113.7"`. */
        ip?: string;
        /** @description Only keys that begin with this text, byte for byte: 1 to 191 characters, no wildcards. For example `"0b6f1a52"`. */
        keyPrefix?: string;
        /** @description Only keys last checked after this time, in milliseconds since the Unix epoch. For example `1764547200000`. */
        lastSeenAfter?: number;
        /** @description Only keys last checked before this time, in milliseconds since the Unix epoch, or never. For example `1767225600000`. */
        lastSeenBefore?: number;
        /** @description At most this many keys, 1 to 1000. A `Link` header names the next page, if there is one. For example `100`. */
        limit?: number;
        /** @description Node-locked keys only, or only those that aren't. For example `false`. */
        locked?: boolean;
        /**
         * @description `oldest` first, which is the default, or `newest`; by `expiresAt`, soonest first and those without one last; by
         *     `lastSeen`, the hour of the last check, latest first; by `uid`. For example `"newest"`.
         */
        order?: 'oldest' | 'newest' | 'expiresAt' | 'lastSeen' | 'uid';
        /** @description Keys for this product only. For example `6`. */
        pid?: number;
        /** @description Keys of this plan only. For example `"pro"`. */
        plan?: string;
        /**
         * @description Only keys that have each of these words, or a word that begins with it, in any case and without accents: in `uid`,
         *     `note`, the values of `metadata`, the name of a device, the customer's record or the name of the product; or whose
         *     key, or former key, begins or ends with it (at least 4 characters); or that have it as record id or `ip`.
         *     An address, a CIDR range, or the beginning of an address (`203.0.113.`) finds keys that have one in these texts or
         *     that were checked from there: from the newest 100 addresses of each key, within seconds. For example `"tanaka studio"`.
         */
        q?: string;
        /** @description Active or inactive keys only. For example `true`. */
        status?: boolean;
        /** @description Test keys only, or only those that aren't. For example `true`. */
        test?: boolean;
        /** @description Keys of this customer only. For example `"customer-17"`. */
        uid?: string;
        /** @description Only keys whose `uid` begins with this text, byte for byte: 1 to 191 characters, no wildcards. For example `"customer-"`. */
        uidPrefix?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With `limit`, a `Link` header with rel="next" leads to the next page while more may follow. A page may be shorter than `limit`, or even empty, and still lead to the next, when much had to be searched for it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LicenseKeyDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  changeLicenseKeys: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request repeatable for 24 hours: sent again with the same body, it creates nothing new. Any text, such as `order-4711`. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeNamedKeysDto'] | components['schemas']['ChangeFoundKeysDto'];
      };
    };
    responses: {
      /** @description With `preview`: what would be done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BulkChangePreviewDto'];
        };
      };
      /** @description It has begun, and `Location` says where to follow it. The same for an earlier request with this Idempotency-Key. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BulkChangeDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.incomplete'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Request Timeout */
      408: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'request.tooSlow';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'bulkChange.tooMany' | 'idempotencyKey.otherBody' | 'idempotencyKey.deleted';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createLicenseKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request repeatable for 24 hours: sent again with the same body, it creates nothing new. Any text, such as `order-4711`. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateLicenseKeyDto'];
      };
    };
    responses: {
      /** @description The key that an earlier request with this Idempotency-Key created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LicenseKeyDto'];
        };
      };
      /** @description The new key. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LicenseKeyDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'idempotencyKey.otherBody' | 'idempotencyKey.deleted';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getLicenseKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          /** @description Identifies the state of what people can change, for `If-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LicenseKeyDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  updateLicenseKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateLicenseKeyDto'];
      };
    };
    responses: {
      /** @description The key as it is now; without `key` and `uuid` for the scopes `keys:support` and `keys:disable` without `keys:read`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LicenseKeyDto'] | components['schemas']['LicenseKeyOutlineDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'licenseKey.notFound'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Forbidden
       *
       *     Forbidden
       */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  deleteLicenseKey: {
    parameters: {
      query?: {
        /** @description Why, for the audit: up to 200 characters. It changes nothing by itself, and is not kept with the record. */
        reason?: string;
      };
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LicenseKeyDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'licenseKey.notFound'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listLicenseKeyChanges: {
    parameters: {
      query?: {
        /** @description Only records with a smaller id. For example `5000`. */
        before?: number;
        /** @description At most this many records, 1 to 1000; 100 if omitted. For example `100`. */
        limit?: number;
      };
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to older changes while more may follow. A page may be shorter than `limit`, or even empty, and still lead to the next, when much had to be searched for it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeyChangeRecordDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listDevices: {
    parameters: {
      query?: {
        /** @description Only devices after this cursor, taken from the previous page's `Link` header. For example `"1.1767225600000.17"`. */
        after?: string;
        /** @description Maximum number of devices, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
      };
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to further devices while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeviceDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  releaseDevices: {
    parameters: {
      query?: {
        /** @description `true` also releases a seat that an offline license holds; the license stays valid. For example `false`. */
        force?: boolean;
        /** @description Why, for the audit: up to 200 characters. It changes nothing by itself, and is not kept with the record. For example `"Paid back on 12 May"`. */
        reason?: string;
      };
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description How many had a seat. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReleasedSeatsDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'path.malformed'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  releaseDevice: {
    parameters: {
      query?: {
        /** @description `true` also releases a seat that an offline license holds; the license stays valid. For example `false`. */
        force?: boolean;
        /** @description Why, for the audit: up to 200 characters. It changes nothing by itself, and is not kept with the record. For example `"Paid back on 12 May"`. */
        reason?: string;
      };
      header?: never;
      path: {
        /** @description The id of the device on this license key. */
        deviceId: string;
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The device as it is now; without the scope `keys:read`, only its seat. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeviceDto'] | components['schemas']['DeviceOutlineDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'path.malformed'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound' | 'device.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getEntitlements: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Names with true, a number or a text. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: string | number | boolean;
          };
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  signLicense: {
    parameters: {
      query?: {
        /**
         * @description Format of the answer: JSON, a QR code as SVG or PNG, or a text file of the key sets that vouch for the license,
         *     then the license, one per line. Without it, the `Accept` header decides; JSON is preferred. For example `"json"`.
         */
        format?: 'json' | 'svg' | 'png' | 'file';
        /** @description Width and height of a QR code in pixels, 128 to 2048; 256 by default. For example `512`. */
        size?: number;
      };
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignLicenseDto'];
      };
    };
    responses: {
      /** @description The license. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LicenseDto'];
          'image/png': string;
          'image/svg+xml': string;
          'text/plain': string;
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'requestCode.invalid'
            | 'requestCode.otherKey'
            | 'license.tooLong'
            | 'path.malformed'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'licenseKey.test'
            | 'licenseKey.disabled'
            | 'licenseKey.notActive'
            | 'licenseKey.expired'
            | 'licenseKey.noSeat'
            | 'signing.notSetUp'
            | 'signing.notReady';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listLicenses: {
    parameters: {
      query?: {
        /** @description Only licenses with an id below this. For example `5000`. */
        before?: number;
        /** @description Maximum number of licenses, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
      };
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to older licenses while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuedLicenseDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'path.malformed'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listLicenseLogs: {
    parameters: {
      query?: {
        /** @description Only logs with an id below this. For example `5000`. */
        before?: number;
        /** @description Maximum number of logs, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
      };
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to older logs while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LicenseLogDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound' | 'licenseKey.noLogs';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  mailLicenseKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResendMailDto'];
      };
    };
    responses: {
      /** @description The email, which waits to be sent. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MailDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'mail.off' | 'mail.noAddress';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listMeters: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The meters, ordered by name. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MeterStandingDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  renewLicenseKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request repeatable for 24 hours: sent again with the same body, it creates nothing new. Any text, such as `order-4711`. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RenewLicenseKeyDto'];
      };
    };
    responses: {
      /** @description The key as it is now; without `key` and `uuid` for callers without the scope `keys:read`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LicenseKeyDto'] | components['schemas']['LicenseKeyOutlineDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Forbidden
       *
       *     Forbidden
       */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'licenseKey.noEnd'
            | 'licenseKey.notBegun'
            | 'idempotencyKey.otherBody'
            | 'idempotencyKey.deleted';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  replaceLicenseKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request repeatable for 24 hours: sent again with the same body, it creates nothing new. Any text, such as `order-4711`. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplaceLicenseKeyDto'];
      };
    };
    responses: {
      /** @description The key as it is now; without `key` and `uuid` for callers without the scope `keys:read`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LicenseKeyDto'] | components['schemas']['LicenseKeyOutlineDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.replaced' | 'idempotencyKey.otherBody' | 'idempotencyKey.deleted';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getLicenseKeyUsage: {
    parameters: {
      query?: {
        /** @description How many days up to today; 90 by default. For example `90`. */
        days?: number;
        /** @description The time zone in which days begin; UTC by default. For example `"Europe/Berlin"`. */
        tz?: string;
      };
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listUses: {
    parameters: {
      query?: {
        /** @description Only uses with a smaller record id. For example `100`. */
        before?: number;
        /** @description Maximum number of uses, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
      };
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to older uses while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UseDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'path.malformed'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  recordUsesOfLicenseKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: unknown;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UseOfKeyDto'] | components['schemas']['UsesOfKeyDto'];
      };
    };
    responses: {
      /** @description The verdict, or for a list the verdicts in its order. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UseVerdictDto'] | components['schemas']['UseVerdictDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Forbidden
       *
       *     The client's address may not use the key (a list is answered 200), or the caller lacks the scope.
       */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notAuthorised' | 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddressVerdictDto'] | components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'use.idTaken';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  withdrawUse: {
    parameters: {
      query?: {
        /** @description Why; the audit keeps it. For example `"The export failed"`. */
        reason?: unknown;
      };
      header?: never;
      path: {
        /** @description The record id (only digits) or the license key itself. */
        id: string;
        /** @description What the client knows the use by. */
        useId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The use as it is now. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UseDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'path.malformed'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound' | 'use.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listBulkChanges: {
    parameters: {
      query?: {
        /** @description Only those with a smaller id. For example `100`. */
        before?: number;
        /** @description At most this many, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to older ones while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BulkChangeDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createLicenseKeys: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request repeatable for 24 hours: sent again with the same body, it creates nothing new. Any text, such as `order-4711`. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json':
          | components['schemas']['CreateAlikeLicenseKeysDto']
          | components['schemas']['CreateListedLicenseKeysDto'];
      };
    };
    responses: {
      /** @description The keys that an earlier request with this Idempotency-Key created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LicenseKeyDto'][];
        };
      };
      /** @description The new keys, in the order asked for. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LicenseKeyDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.incomplete'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Request Timeout */
      408: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'request.tooSlow';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'idempotencyKey.otherBody' | 'idempotencyKey.deleted';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getBulkChange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the bulk change. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BulkChangeDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'bulkChange.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  cancelBulkChange: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the bulk change. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BulkChangeDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'bulkChange.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listBulkChangeResults: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the bulk change. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A line for each license key. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': components['schemas']['ChangedKeyDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'bulkChange.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  exportLicenseKeys: {
    parameters: {
      query?: {
        /** @description The format; the `Accept` header decides by default, else CSV. For example `"csv"`. */
        format?: 'csv' | 'ndjson';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The whole file, streamed: CSV, or one JSON object a line. It can be imported as it is. It is cut off if the API key is revoked in the meantime. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': components['schemas']['ExportedLicenseKeyDto'];
          'text/csv': string;
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  importLicenseKeys: {
    parameters: {
      query?: {
        /**
         * @description Which comes first in dates such as 12/31/2027, the day (`dmy`) or the month (`mdy`); such dates are invalid without
         *     it. In 31.12.2027 it is always the day. For example `"mdy"`.
         */
        dates?: 'dmy' | 'mdy';
        /** @description Whether invalid rows come with `problems`: everything that is wrong with them, and the values. For example `true`. */
        details?: boolean;
        /** @description Whether to write nothing and only report what would happen to each row. For example `true`. */
        dryRun?: boolean;
        /** @description The product of rows that name none. For example `6`. */
        pid?: number;
        /** @description `problems` leaves out created and unchanged rows. Read the results while you send: unread ones stop the import. For example `"problems"`. */
        results?: 'all' | 'problems';
      };
      header?: {
        /** @description The name that rows without a `key` get theirs from: under the same name, the same row gets the same license key, however often the file is sent. Without it, such rows are invalid. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    /** @description CSV with the names of the columns in its first line, separated by commas, semicolons or tabs, or one JSON object per line: the fields of ImportLicenseKey. In CSV, times may be ISO dates too, such as 2027-01-31 or 2027-01-31T12:00:00Z. Any length. */
    requestBody: {
      content: {
        'application/x-ndjson': components['schemas']['ImportLicenseKeyDto'];
        'text/csv': string;
      };
    };
    responses: {
      /** @description One JSON object per line: an ImportRow for each row, in their order and once it is on disk, and an ImportSummary at the end. Without that last line, the answer was cut off; `complete: false` there says why the import ended early, also when its API key was revoked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': components['schemas']['ImportRowDto'] | components['schemas']['ImportSummaryDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'import.malformed'
            | 'body.incomplete'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Request Timeout */
      408: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'request.tooSlow' | 'import.tooSlow';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createNamedLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateLinkDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LinkDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'link.nameReserved'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'link.nameTaken';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getLink: {
    parameters: {
      query?: {
        /** @description The domain of the link; the service's own address by default. For example `"go.example.com"`. */
        domain?: string;
      };
      header?: never;
      path: {
        /** @description The name or the URL of the link. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          /** @description Identifies the state of what people can change, for `If-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LinkDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'link.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  updateLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The record id of the link. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateLinkDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LinkDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'link.notFound'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  deleteLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The record id of the link. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LinkDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'link.notFound'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getLinkQrCode: {
    parameters: {
      query?: {
        /** @description The domain of the link; the service's own address by default. For example `"go.example.com"`. */
        domain?: string;
        /** @description Format of the image; without it, the `Accept` header decides; SVG is preferred. For example `"png"`. */
        format?: 'svg' | 'png';
        /** @description Query of the address in the code, such as a campaign's parameters. At most 500 characters. For example `"utm_source=flyer&utm_campaign=spring"`. */
        query?: string;
        /** @description Width and height of the image in pixels, 64 to 2048; 256 by default. For example `512`. */
        size?: number;
      };
      header?: never;
      path: {
        /** @description The name or the URL of the link. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The image. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'image/png': string;
          'image/svg+xml': string;
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'path.malformed'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'link.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getLinkStats: {
    parameters: {
      query?: {
        /**
         * @description What the visits are told apart by; `day` by default. `referrer` is the host of the page before, `source`, `medium`
         *     and `campaign` are the `utm_` parameters of the short address, `entry` is `qr` or `click`, `domain` is empty for the
         *     service's own address, `visitor` is `person` or
         *     `bot`. For example `"browser"`.
         */
        by?:
          | 'day'
          | 'hour'
          | 'referrer'
          | 'country'
          | 'device'
          | 'os'
          | 'browser'
          | 'language'
          | 'source'
          | 'medium'
          | 'campaign'
          | 'entry'
          | 'domain'
          | 'visitor';
        /** @description The domain of the link; the service's own address by default. For example `"go.example.com"`. */
        domain?: string;
        /** @description The format; the `Accept` header decides by default, else CSV. For example `"csv"`. */
        format?: 'csv' | 'ndjson';
        /** @description From the hour of this time on, in milliseconds since the Unix epoch. Default: 30 days before `to`. For example `1767225600000`. */
        from?: number;
        /** @description Until the end of the hour of this time, in milliseconds since the Unix epoch. Default: now. For example `1767312000000`. */
        to?: number;
        /** @description The time zone of days and hours; UTC by default. For example `"Europe/Berlin"`. */
        tz?: string;
      };
      header?: never;
      path: {
        /** @description The name or the URL of the link. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Days and hours in their order, without empty ones; values by their visits, the most first. A table if `format` or the `Accept` header asks for one. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CountedVisitsDto'][];
          'application/x-ndjson': components['schemas']['CountedVisitsDto'];
          'text/csv': string;
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'range.invalid'
            | 'field.invalid'
            | 'path.malformed'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'link.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  watchVisits: {
    parameters: {
      query?: {
        /** @description The position that the `Link` header of the answer before led to. Left out: all that is there. For example `4711`. */
        after?: number;
        /** @description The domain of the link; the service's own address by default. For example `"go.example.com"`. */
        domain?: string;
        /** @description How many seconds to wait for a visit if there is none, 0 to 25; 0 if left out. For example `25`. */
        wait?: number;
      };
      header?: never;
      path: {
        /** @description The name or the URL of the link. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The newest last; empty if there was none within `wait` seconds. A `Link` header with rel="next" leads on. Of very many at a time, some are left out, as are those of services with `VISIT_STATS=off`. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LiveVisitDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'path.malformed'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'link.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Too Many Requests
       *
       *     Too Many Requests
       */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests' | 'limit.streams';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listLinks: {
    parameters: {
      query?: {
        /** @description Only links after the one with this id in the order; by default, those with a greater id. For example `100`. */
        after?: number;
        /** @description With `after` in an order by a field: that link's value, as in the `Link` header. For example `"1200"`. */
        afterValue?: string;
        /** @description Only links created by the API key with exactly this name. For example `"first admin key"`. */
        creator?: string;
        /** @description Only links of this domain; empty: only those at the service's own address. For example `"go.example.com"`. */
        domain?: string;
        /** @description Maximum number of links, 1 to 1000; while more follow, a `Link` header points to the next page. For example `100`. */
        limit?: number;
        /** @description Only links whose names start with this, in any case. For example `"spring-"`. */
        namePrefix?: string;
        /** @description `oldest` first, which is the default, or `newest`; by `visits`, most first, some ten seconds behind. For example `"visits"`. */
        order?: 'oldest' | 'newest' | 'visits';
        /**
         * @description Only links that have each of these words, or a word that begins with it, in any case and without accents: in name,
         *     title, tags, note or the host of the URL; or have it as record id. For example `"spring sale"`.
         */
        q?: string;
        /** @description Only links with exactly this tag. For example `"spring"`. */
        tag?: string;
        /** @description Only links to exactly this URL. For example `"https://example.com/sale?utm_source=mail"`. */
        url?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With `limit`, a `Link` header with rel="next" leads to the next page while more may follow. A page may be shorter than `limit`, or even empty, and still lead to the next, when much had to be searched for it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LinkDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request repeatable for 24 hours: sent again with the same body, it creates nothing new. Any text, such as `order-4711`. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateShortLinkDto'];
      };
    };
    responses: {
      /** @description A link that has the name, the URL and the limits already, or that an earlier request with this Idempotency-Key created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LinkDto'];
        };
      };
      /** @description The new link. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LinkDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'link.nameReserved'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'link.nameTaken' | 'idempotencyKey.otherBody' | 'idempotencyKey.deleted';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  exportLinks: {
    parameters: {
      query?: {
        /** @description The format; the `Accept` header decides by default, else CSV. For example `"csv"`. */
        format?: 'csv' | 'ndjson';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The whole file, streamed: CSV, or one JSON object a line. It can be imported as it is. It is cut off if the API key is revoked in the meantime. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': components['schemas']['ExportedLinkDto'];
          'text/csv': string;
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  importLinks: {
    parameters: {
      query?: {
        /**
         * @description Which comes first in dates such as 12/31/2027, the day (`dmy`) or the month (`mdy`); such dates are invalid without
         *     it. In 31.12.2027 it is always the day. For example `"mdy"`.
         */
        dates?: 'dmy' | 'mdy';
        /** @description Whether invalid rows come with `problems`: everything that is wrong with them, and the values. For example `true`. */
        details?: boolean;
        /** @description Whether to write nothing and only report what would happen to each row. For example `true`. */
        dryRun?: boolean;
        /** @description `problems` leaves out created and unchanged rows. Read the results while you send: unread ones stop the import. For example `"problems"`. */
        results?: 'all' | 'problems';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** @description CSV with the names of the columns in its first line, separated by commas, semicolons or tabs, or one JSON object per line: the fields of ImportLink. In CSV, times may be ISO dates too, such as 2027-01-31 or 2027-01-31T12:00:00Z. Any length. */
    requestBody: {
      content: {
        'application/x-ndjson': components['schemas']['ImportLinkDto'];
        'text/csv': string;
      };
    };
    responses: {
      /** @description One JSON object per line: an ImportRow for each row, in their order and once it is on disk, and an ImportSummary at the end. Without that last line, the answer was cut off; `complete: false` there says why the import ended early, also when its API key was revoked. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': components['schemas']['ImportRowDto'] | components['schemas']['ImportSummaryDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'import.malformed'
            | 'body.incomplete'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Request Timeout */
      408: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'request.tooSlow' | 'import.tooSlow';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listLoggedChecks: {
    parameters: {
      query?: {
        /** @description Only checks whose log has an id below this. For example `5000`. */
        before?: number;
        /** @description Only checks of this device, by its id among those of the license key; needs `key`. For example `17`. */
        device?: number;
        /** @description Only checks at or after this time, in milliseconds since the Unix epoch. For example `1767225600000`. */
        from?: number;
        /** @description Only checks from this client address, in any spelling. For example `"203.0.113.7"`. */
        ip?: string;
        /** @description Only checks of this license key: its record id (only digits) or the license key itself. For example `"1"`. */
        key?: string;
        /** @description Maximum number of checks, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
        /** @description True for only checks that passed (`AUTHORISED`), false for only the others. For example `false`. */
        pass?: boolean;
        /** @description Only checks of license keys for this product. For example `6`. */
        pid?: number;
        /**
         * @description Only checks of license keys that these words find, as `q` of the list of license keys does. Needs the scope
         *     `keys:read` too. For example `"tanaka"`.
         */
        q?: string;
        /** @description Only checks with one of these verdicts; repeatable. For example `["KEY DISABLED","EXPIRED"]`. */
        status?: (
          | 'AUTHORISED'
          | 'TEST KEY'
          | 'KEY DISABLED'
          | 'NOT ACTIVE'
          | 'EXPIRED'
          | 'INVALID PRODUCT'
          | 'NOT AUTHORISED'
          | 'NOT ENTITLED'
          | 'UPDATE NOT COVERED'
          | 'NO SEAT'
          | 'RELEASED'
          | 'KEY REPLACED'
        )[];
        /** @description Only checks before this time, in milliseconds since the Unix epoch. For example `1767312000000`. */
        to?: number;
        /** @description Only checks of license keys of this customer, exactly. For example `"customer-17"`. */
        uid?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to older checks while more may follow. A page may be shorter than `limit`, or even empty, and still lead to the next, when much had to be searched for it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoggedCheckDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  exportLoggedChecks: {
    parameters: {
      query?: {
        /** @description Only checks of this device, by its id among those of the license key; needs `key`. For example `17`. */
        device?: number;
        /** @description The format; the `Accept` header decides by default, else CSV. For example `"csv"`. */
        format?: 'csv' | 'ndjson';
        /** @description Only checks at or after this time, in milliseconds since the Unix epoch. For example `1767225600000`. */
        from?: number;
        /** @description Only checks from this client address, in any spelling. For example `"203.0.113.7"`. */
        ip?: string;
        /** @description Only checks of this license key: its record id (only digits) or the license key itself. For example `"1"`. */
        key?: string;
        /** @description True for only checks that passed (`AUTHORISED`), false for only the others. For example `false`. */
        pass?: boolean;
        /** @description Only checks of license keys for this product. For example `6`. */
        pid?: number;
        /** @description Only checks with one of these verdicts; repeatable. For example `["KEY DISABLED","EXPIRED"]`. */
        status?: (
          | 'AUTHORISED'
          | 'TEST KEY'
          | 'KEY DISABLED'
          | 'NOT ACTIVE'
          | 'EXPIRED'
          | 'INVALID PRODUCT'
          | 'NOT AUTHORISED'
          | 'NOT ENTITLED'
          | 'UPDATE NOT COVERED'
          | 'NO SEAT'
          | 'RELEASED'
          | 'KEY REPLACED'
        )[];
        /** @description Only checks before this time, in milliseconds since the Unix epoch. For example `1767312000000`. */
        to?: number;
        /** @description Only checks of license keys of this customer, exactly. For example `"customer-17"`. */
        uid?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The whole table, streamed: CSV, or one JSON object per line. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': components['schemas']['ExportedLoggedCheckDto'];
          'text/csv': string;
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  watchLoggedChecks: {
    parameters: {
      query?: {
        /** @description Only checks from this client address, in any spelling. For example `"203.0.113.7"`. */
        ip?: string;
        /** @description Only checks of this license key: its record id (only digits) or the license key itself. For example `"1"`. */
        key?: string;
        /** @description True for only checks that passed (`AUTHORISED`), false for only the others. For example `false`. */
        pass?: boolean;
        /** @description Only checks of license keys for this product. For example `6`. */
        pid?: number;
        /** @description Only checks with one of these verdicts; repeatable. For example `["KEY DISABLED","EXPIRED"]`. */
        status?: (
          | 'AUTHORISED'
          | 'TEST KEY'
          | 'KEY DISABLED'
          | 'NOT ACTIVE'
          | 'EXPIRED'
          | 'INVALID PRODUCT'
          | 'NOT AUTHORISED'
          | 'NOT ENTITLED'
          | 'UPDATE NOT COVERED'
          | 'NO SEAT'
          | 'RELEASED'
          | 'KEY REPLACED'
        )[];
        /** @description Only checks of license keys of this customer, exactly. For example `"customer-17"`. */
        uid?: string;
      };
      header?: {
        /** @description The id of the last event before an interruption: the checks since then come first, 500 at most. */
        'Last-Event-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Events named `check`, each with a LoggedCheck as its `data` and the id of the log as its `id`; one that is late, after a greater id, has none. An event `skipped` says how many checks, at most, were left out because many happened at once or the caller reads slowly. A comment follows 15 seconds of silence. The stream ends with the service or the API key. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Too Many Requests
       *
       *     Too Many Requests
       */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests' | 'limit.streams';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listMailKinds: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MailKindDto'][];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  switchMailKind: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The kind of mail. */
        kind: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SwitchMailKindDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MailKindDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'mailKind.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'mailKind.fixed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listMailTemplates: {
    parameters: {
      query?: {
        /** @description Only templates with a greater id. For example `100`. */
        after?: number;
        /** @description Maximum number of templates, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to the next page while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateNameDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getMailTemplate: {
    parameters: {
      query?: {
        /** @description The pid of the product that the template is for; left out for all. For example `6`. */
        product?: number;
      };
      header?: never;
      path: {
        /** @description The kind of mail. */
        kind: string;
        /** @description The tag of the language. */
        language: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'path.malformed'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'mailTemplate.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  writeMailTemplate: {
    parameters: {
      query?: {
        /** @description The pid of the product that the template is for; left out for all. For example `6`. */
        product?: number;
      };
      header?: never;
      path: {
        /** @description The kind of mail. */
        kind: string;
        /** @description The tag of the language. */
        language: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WriteTemplateDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'mailTemplate.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  deleteMailTemplate: {
    parameters: {
      query?: {
        /** @description The pid of the product that the template is for; left out for all. For example `6`. */
        product?: number;
      };
      header?: never;
      path: {
        /** @description The kind of mail. */
        kind: string;
        /** @description The tag of the language. */
        language: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'path.malformed'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'mailTemplate.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  previewMail: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PreviewDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LetterDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  testMail: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestMailDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestedMailDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'mail.off';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listMails: {
    parameters: {
      query?: {
        /** @description Only emails with a smaller id. For example `4711`. */
        before?: number;
        /** @description Only emails to the customer with this uid. For example `"customer-17"`. */
        customer?: string;
        /** @description Only emails of this kind. For example `"delivered"`. */
        kind?: 'delivered' | 'resend' | 'expiring' | 'expired' | 'refunded' | 'portalCode' | 'addressChange';
        /** @description Maximum number of emails, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
        /** @description Only emails of the order with this record id. For example `12`. */
        order?: number;
        /** @description Only emails in this state. For example `"failed"`. */
        state?: 'pending' | 'sent' | 'failed' | 'replaced' | 'obsolete';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to older ones while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MailDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getMail: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the email. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MailDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'mail.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  resendMail: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the email. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResendMailDto'];
      };
    };
    responses: {
      /** @description The new mail. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MailDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'mail.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'mail.off' | 'mail.underWay' | 'mail.spent';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MeDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listOrders: {
    parameters: {
      query?: {
        /** @description Only orders with a smaller record id. For example `100`. */
        before?: number;
        /** @description Only the order that the license key with this record id was made for. For example `17`. */
        key?: number;
        /** @description Maximum number of orders, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
        /** @description True for only orders with a problem, false for only those without. For example `true`. */
        problem?: boolean;
        /** @description Only the order that the shop calls so: its id, or that of a payment, an invoice or a checkout. For example `"sub_1QxYz"`. */
        reference?: string;
        /** @description Only orders of this source. For example `1`. */
        source?: number;
        /** @description Only orders in this state. For example `"paid"`. */
        status?: 'unpaid' | 'paid' | 'pastDue' | 'ended' | 'refunded' | 'disputed';
        /** @description Only orders of this customer. For example `"customer-17"`. */
        uid?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to the next page while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrderDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getOrder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the order. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The order. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrderDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'order.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  findPlans: {
    parameters: {
      query?: {
        /** @description Only plans with a greater record id. For example `100`. */
        after?: number;
        /** @description Maximum number of plans, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
        /**
         * @description Only plans that have each of these words, or a word that begins with it, in any case and without accents: in the
         *     code, the name, a value of the metadata or the name of the product. For example `"pro"`.
         */
        q?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to the next page while more may follow. A page may be shorter than `limit`, or even empty, and still lead to the next, when much had to be searched for it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlanDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createPortalLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePortalLinkDto'];
      };
    };
    responses: {
      /** @description The link. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PortalLinkDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'customer.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'portal.off';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listProducts: {
    parameters: {
      query?: {
        /** @description Only products with a greater pid. For example `100`. */
        after?: number;
        /** @description Maximum number of products, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to the next page while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createProduct: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateProductDto'];
      };
    };
    responses: {
      /** @description The new product. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'product.exists' | 'product.noPidLeft';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getProduct: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The pid of the product. */
        pid: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          /** @description Identifies the state of what people can change, for `If-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'product.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  updateProduct: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The pid of the product. */
        pid: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateProductDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'product.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  deleteProduct: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The pid of the product. */
        pid: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'product.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listPlans: {
    parameters: {
      query?: {
        /** @description Only plans with a greater record id. For example `100`. */
        after?: number;
        /** @description Maximum number of plans, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
      };
      header?: never;
      path: {
        /** @description The pid of the product. */
        pid: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to the next page while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlanDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createPlan: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The pid of the product. */
        pid: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePlanDto'];
      };
    };
    responses: {
      /** @description The new plan. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlanDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'plan.exists';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getPlan: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The code of the plan. */
        code: string;
        /** @description The pid of the product. */
        pid: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          /** @description Identifies the state of what people can change, for `If-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlanDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'plan.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  updatePlan: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The code of the plan. */
        code: string;
        /** @description The pid of the product. */
        pid: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdatePlanDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlanDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'plan.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  deletePlan: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The code of the plan. */
        code: string;
        /** @description The pid of the product. */
        pid: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlanDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'plan.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'plan.used';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listReleases: {
    parameters: {
      query?: {
        /** @description Only releases behind this one in the list: those with a smaller record id. For example `100`. */
        after?: number;
        /** @description Only releases of this channel. For example `"stable"`. */
        channel?: string;
        /** @description Maximum number of releases, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
        /** @description Only releases for this platform. For example `"any"`. */
        platform?: string;
      };
      header?: never;
      path: {
        /** @description The pid of the product. */
        pid: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to the next page while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductReleaseDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createRelease: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the request repeatable for 24 hours: sent again with the same body, it creates nothing new. Any text, such as `order-4711`. */
        'Idempotency-Key'?: string;
      };
      path: {
        /** @description The pid of the product. */
        pid: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateReleaseDto'];
      };
    };
    responses: {
      /** @description The release that an earlier request created. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductReleaseDto'];
        };
      };
      /** @description The new release. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductReleaseDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'release.exists' | 'idempotencyKey.otherBody' | 'idempotencyKey.deleted';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getRelease: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the release. */
        id: number;
        /** @description The pid of the product. */
        pid: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          /** @description Identifies the state of what people can change, for `If-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductReleaseDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'release.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  updateRelease: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The record id of the release. */
        id: number;
        /** @description The pid of the product. */
        pid: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateReleaseDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductReleaseDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'release.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  deleteRelease: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The record id of the release. */
        id: number;
        /** @description The pid of the product. */
        pid: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductReleaseDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'release.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  findReleases: {
    parameters: {
      query?: {
        /** @description Only releases behind this one in the list: those with a smaller record id. For example `100`. */
        after?: number;
        /** @description Maximum number of releases, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
        /**
         * @description Only releases that have each of these words, or a word that begins with it, in any case and without accents: in the
         *     version or the name of the product. `4.2` finds the versions that begin so. For example `"4.2"`.
         */
        q?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to the next page while more may follow. A page may be shorter than `limit`, or even empty, and still lead to the next, when much had to be searched for it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProductReleaseDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getLatestRelease: {
    parameters: {
      query: {
        /** @description A channel whose releases are told too, besides those of `stable`. For example `"beta"`. */
        channel?: string;
        /** @description Which updater asks: the form of the answer. */
        format: 'tauri' | 'sparkle' | 'squirrel' | 'wordpress';
        /** @description With an API key: the license key or its record id. Ignored if `Authorization` presents the license key. For example `"1"`. */
        id?: string;
        /** @description A platform whose files are told too, besides those for `any`. For example `"darwin-aarch64"`. */
        platform?: string;
        /** @description The present version of the program: only a newer one is told. Any is without it. For example `"2.0.0"`. */
        version?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The newest release; for Sparkle an appcast, which has no item if there is none. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | components['schemas']['TauriUpdateDto']
            | components['schemas']['SquirrelUpdateDto']
            | components['schemas']['WordPressUpdateDto'];
          'application/xml': string;
        };
      };
      /** @description There is none, or none newer than `version`. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'licenseKey.missing'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Unauthorized
       *
       *     Unauthorized
       */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'apiKey.invalid'
            | 'session.ended'
            | 'session.repeated'
            | 'apiKey.ended'
            | 'licenseKeyAuth.off';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Forbidden
       *
       *     Forbidden
       */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'release.refused' | 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Too Many Requests
       *
       *     Too Many Requests
       */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'limit.wrongKeys'
            | 'limit.requests'
            | 'limit.unknownLicenses'
            | 'limit.licenseChecks'
            | 'limit.atOnce';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getSquirrelReleases: {
    parameters: {
      query?: {
        /** @description The kind of processor. Squirrel sends it; it is ignored. For example `"amd64"`. */
        arch?: string;
        /** @description A channel whose releases are told too, besides those of `stable`. For example `"beta"`. */
        channel?: string;
        /** @description The name of the package. Squirrel sends it; it is ignored. For example `"App"`. */
        id?: string;
        /** @description The license key, for programs that can't send the header `Authorization`. With an API key, its record id too. For example `"KEY-7f3a"`. */
        key?: string;
        /** @description The present version of the program. Squirrel sends it; it is ignored. For example `"2.0.0"`. */
        localVersion?: string;
        /** @description A platform whose files are told too, besides those for `any`. For example `"darwin-aarch64"`. */
        platform?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A line with the SHA-1, the address and the size of the package. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description There is none. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'licenseKey.missing'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Unauthorized
       *
       *     Unauthorized
       */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'apiKey.invalid'
            | 'session.ended'
            | 'session.repeated'
            | 'apiKey.ended'
            | 'licenseKeyAuth.off';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Forbidden
       *
       *     Forbidden
       */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'release.refused' | 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Too Many Requests
       *
       *     Too Many Requests
       */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'limit.wrongKeys'
            | 'limit.requests'
            | 'limit.unknownLicenses'
            | 'limit.licenseChecks'
            | 'limit.atOnce';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listSessions: {
    parameters: {
      query?: {
        /** @description Only sessions with a smaller id. For example `100`. */
        before?: number;
        /** @description At most this many sessions, 1 to 1000; 100 if omitted. For example `100`. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to the next page while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The new session; the answer sets its cookie. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Too Many Requests
       *
       *     Too Many Requests
       */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests' | 'limit.sessions';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  deleteSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the session. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ended, on every instance within 5 seconds. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'session.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  deleteCurrentSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Signed out, on every instance within 5 seconds. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listWaysToSignIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WaysToSignInDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getSigningStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SigningStatusDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  setUpSigning: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SetUpSigningDto'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SigningStatusDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'signing.alreadySetUp' | 'secretKey.unusable';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  revokeSigningKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RevokeSigningKeyDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SigningStatusDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'signingKey.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'signing.notSetUp'
            | 'signing.rootExported'
            | 'secretKey.unusable'
            | 'signing.changed'
            | 'signing.restored'
            | 'signing.unexplained';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  rotateSigningKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SigningStatusDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'signing.notSetUp'
            | 'signing.rootExported'
            | 'secretKey.unusable'
            | 'signing.changed'
            | 'signing.restored'
            | 'signing.unexplained';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  rotateRootKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SigningStatusDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'signing.notSetUp'
            | 'signing.rootExported'
            | 'secretKey.unusable'
            | 'signing.changed'
            | 'signing.restored'
            | 'signing.unexplained';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listSources: {
    parameters: {
      query?: {
        /** @description Only sources with a greater id. For example `3`. */
        after?: number;
        /** @description Maximum number of sources, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to the next page while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SourceDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createSource: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateSourceDto'];
      };
    };
    responses: {
      /** @description The new source; the shop sends its messages to `path`. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SourceDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'source.tooMany' | 'secretKey.unusable';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getSource: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the source. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          /** @description Identifies the state of what people can change, for `If-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SourceDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'source.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  updateSource: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The record id of the source. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateSourceDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SourceDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'source.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'secretKey.unusable';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  deleteSource: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The record id of the source. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SourceDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'source.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'source.used';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  receiveSaleEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the source. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': Record<string, never>;
        'application/x-www-form-urlencoded': Record<string, never>;
      };
    };
    responses: {
      /** @description It is kept. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'source.notGenuine';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'source.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listInbox: {
    parameters: {
      query?: {
        /** @description Only messages with a smaller record id. For example `100`. */
        before?: number;
        /** @description Maximum number of messages, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
        /** @description Only messages about the order with this record id. For example `1`. */
        order?: number;
        /** @description Only messages in this state; `undone` for those that wait, failed or were refused. For example `"undone"`. */
        state?: 'new' | 'done' | 'nothing' | 'waiting' | 'failed' | 'refused' | 'undone';
      };
      header?: never;
      path: {
        /** @description The record id of the source. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to the next page while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InboxMessageDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'source.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getInboxMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the source. */
        id: number;
        /** @description The record id of the message. */
        message: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The message. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WholeInboxMessageDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'inboxMessage.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  retryInboxMessage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the source. */
        id: number;
        /** @description The record id of the message. */
        message: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RetryInboxMessageDto'];
      };
    };
    responses: {
      /** @description The message, which is about to be done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InboxMessageDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'inboxMessage.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'inboxMessage.gone';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listSourceItems: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the source. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The items. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SourceItemDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'source.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listMappings: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the source. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description At most 1000. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MappingDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'source.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createMapping: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the source. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateMappingDto'];
      };
    };
    responses: {
      /** @description The new mapping. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MappingDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'source.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'mapping.exists' | 'mapping.tooMany';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  updateMapping: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the source. */
        id: number;
        /** @description The record id of the mapping. */
        mapping: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateMappingDto'];
      };
    };
    responses: {
      /** @description The changed mapping. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MappingDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'source.notFound' | 'mapping.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  deleteMapping: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the source. */
        id: number;
        /** @description The record id of the mapping. */
        mapping: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The mapping as it was. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MappingDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'source.notFound' | 'mapping.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  countChecks: {
    parameters: {
      query?: {
        /** @description Unit: hours of up to 92 days, or days of up to 5 years, in UTC. By default, by hour. For example `"hour"`. */
        by?: 'hour' | 'day';
        /** @description From the hour or day of this time on, in milliseconds since the Unix epoch. Default: the last 24 hours or 30 days. For example `1767225600000`. */
        from?: number;
        /** @description Only checks of license keys for this product. For example `6`. */
        pid?: number;
        /** @description Whether to count each product on its own; all together by default. For example `true`. */
        products?: boolean;
        /** @description Only checks with this verdict. For example `"EXPIRED"`. */
        status?:
          | 'AUTHORISED'
          | 'TEST KEY'
          | 'KEY DISABLED'
          | 'NOT ACTIVE'
          | 'EXPIRED'
          | 'INVALID PRODUCT'
          | 'NOT AUTHORISED'
          | 'NOT ENTITLED'
          | 'UPDATE NOT COVERED'
          | 'NO SEAT'
          | 'RELEASED'
          | 'KEY REPLACED';
        /**
         * @description Until the end of the hour or day of this time, in milliseconds since the Unix epoch; an hour or day that begins at
         *     this time isn't counted. Default: now. For example `1767312000000`.
         */
        to?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Counts of logged checks. They stay when logs are deleted. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckCountsDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'range.invalid'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  countLicenseKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeyCountsDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getStatsOfLinks: {
    parameters: {
      query?: {
        /**
         * @description What the visits are told apart by; `day` by default. `referrer` is the host of the page before, `source`, `medium`
         *     and `campaign` are the `utm_` parameters of the short address, `entry` is `qr` or `click`, `domain` is empty for the
         *     service's own address, `visitor` is `person` or
         *     `bot`. For example `"browser"`.
         */
        by?:
          | 'day'
          | 'hour'
          | 'referrer'
          | 'country'
          | 'device'
          | 'os'
          | 'browser'
          | 'language'
          | 'source'
          | 'medium'
          | 'campaign'
          | 'entry'
          | 'domain'
          | 'visitor';
        /** @description The format; the `Accept` header decides by default, else CSV. For example `"csv"`. */
        format?: 'csv' | 'ndjson';
        /** @description From the hour of this time on, in milliseconds since the Unix epoch. Default: 30 days before `to`. For example `1767225600000`. */
        from?: number;
        /** @description Only of links with this tag. For example `"spring"`. */
        tag?: string;
        /** @description Until the end of the hour of this time, in milliseconds since the Unix epoch. Default: now. For example `1767312000000`. */
        to?: number;
        /** @description The time zone of days and hours; UTC by default. For example `"Europe/Berlin"`. */
        tz?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Days and hours in their order, without empty ones; values by their visits, the most first. A table if `format` or the `Accept` header asks for one. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CountedVisitsDto'][];
          'application/x-ndjson': components['schemas']['CountedVisitsDto'];
          'text/csv': string;
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'range.invalid'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  countKeysOfPlans: {
    parameters: {
      query: {
        /** @description The product whose plans are wanted. */
        pid: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PlanCountsDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  findRefusals: {
    parameters: {
      query?: {
        /** @description From this time on, in milliseconds since the Unix epoch. Default: the last 28 days. For example `1767225600000`. */
        from?: number;
        /** @description Only checks of license keys for this product. For example `6`. */
        pid?: number;
        /** @description Until this time, in milliseconds since the Unix epoch. Default: now. For example `1767312000000`. */
        to?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RefusalsDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'range.invalid'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  findShares: {
    parameters: {
      query: {
        /** @description From this time on, in milliseconds since the Unix epoch. Default: the last 7 days. For example `1767225600000`. */
        from?: number;
        /** @description The product whose plans are wanted. */
        pid: number;
        /** @description Until this time, in milliseconds since the Unix epoch. Default: now. For example `1767312000000`. */
        to?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SharesDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'range.invalid'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  countVisits: {
    parameters: {
      query?: {
        /** @description Unit: hours of up to 92 days, or days of up to 5 years, in UTC. By default, by hour. For example `"hour"`. */
        by?: 'hour' | 'day';
        /** @description From the hour or day of this time on, in milliseconds since the Unix epoch. Default: the last 24 hours or 30 days. For example `1767225600000`. */
        from?: number;
        /**
         * @description Until the end of the hour or day of this time, in milliseconds since the Unix epoch; an hour or day that begins at
         *     this time isn't counted. Default: now. For example `1767312000000`.
         */
        to?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Counts of visits. They stay when links are deleted, and leave out visits from before the service counted by the hour. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VisitCountsDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'range.invalid'
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  startTrial: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['StartTrialDto'];
      };
    };
    responses: {
      /** @description The device had asked before: its license key. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LicenseKeyDto'];
        };
      };
      /** @description The license key of the trial. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LicenseKeyDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'plan.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'trial.used';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.trials';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  recordUses: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NamedUseDto'] | components['schemas']['NamedUsesDto'];
      };
    };
    responses: {
      /** @description The verdict, or for a list the verdicts in its order. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UseVerdictDto'] | components['schemas']['UseVerdictDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'licenseKey.missing'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Unauthorized
       *
       *     Unauthorized
       */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'apiKey.invalid'
            | 'session.ended'
            | 'session.repeated'
            | 'apiKey.ended'
            | 'licenseKeyAuth.off';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Forbidden
       *
       *     The client's address may not use the key (a list is answered 200), or the caller lacks the scope.
       */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'licenseKey.notAuthorised' | 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddressVerdictDto'] | components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'use.idTaken';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Too Many Requests
       *
       *     Too Many Requests
       */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'limit.wrongKeys'
            | 'limit.requests'
            | 'limit.unknownLicenses'
            | 'limit.licenseChecks'
            | 'limit.atOnce';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listSavedViews: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedViewDto'][];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  saveView: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SaveViewDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedViewDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'view.tooMany';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  deleteSavedView: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the saved view. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedViewDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'view.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        /** @description Only webhooks with a greater id. For example `3`. */
        after?: number;
        /** @description Maximum number of webhooks, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to the next page while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWebhookDto'];
      };
    };
    responses: {
      /** @description The new webhook. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewWebhookDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Forbidden
       *
       *     Forbidden
       */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'webhook.tooMany' | 'secretKey.unusable';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  getWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          /** @description Identifies the state of what people can change, for `If-Match`. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'webhook.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  updateWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The record id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateWebhookDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Forbidden
       *
       *     Forbidden
       */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'webhook.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'secretKey.unusable';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The `ETag` of an earlier response, or several: the request succeeds only if the record is still in that state. */
        'If-Match'?: string;
      };
      path: {
        /** @description The record id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'webhook.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Somebody has changed the record since then. */
      412: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'record.changed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedRecordDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        /** @description Only deliveries with a smaller id. For example `816`. */
        before?: number;
        /** @description Maximum number of deliveries, 1 to 1000; 100 by default. For example `100`. */
        limit?: number;
        /** @description Only deliveries in this state. For example `"failed"`. */
        state?: 'pending' | 'delivered' | 'failed';
      };
      header?: never;
      path: {
        /** @description The record id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A `Link` header with rel="next" leads to older ones while more follow. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryDto'][];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'webhook.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  retryDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the delivery. */
        deliveryId: number;
        /** @description The record id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'webhook.notFound' | 'delivery.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'delivery.underWay' | 'webhook.off';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  replayWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplayDto'];
      };
    };
    responses: {
      /** @description It has begun. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReplayStateDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'webhook.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'webhook.busy';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Gone */
      410: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'event.gone';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  rotateWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotateWebhookDto'];
      };
    };
    responses: {
      /** @description The webhook with its new secret. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewWebhookDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'field.invalid'
            | 'body.malformed'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'path.malformed'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'webhook.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'secretKey.unusable';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.tooLarge';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'body.unsupported';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The record id of the webhook. */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The test, with its attempt. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DeliveryDto'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?:
            | 'path.malformed'
            | 'body.malformed'
            | 'field.invalid'
            | 'field.unknown'
            | 'header.missing'
            | 'header.repeated'
            | 'query.tooLong'
            | 'request.malformed';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'webhook.notFound';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'secretKey.unusable';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /**
       * @description Service Unavailable
       *
       *     Service Unavailable
       */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  isLive: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HealthDto'];
        };
      };
    };
  };
  isReady: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HealthDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
  readMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The metrics. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'apiKey.invalid' | 'session.ended' | 'session.repeated' | 'apiKey.ended';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'scope.missing' | 'origin.foreign';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'limit.wrongKeys' | 'limit.requests';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          /** @description What is wrong, for programs. */
          'x-error-code'?: 'service.busy' | 'service.stopping';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ErrorDto'];
        };
      };
    };
  };
}

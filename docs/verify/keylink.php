<?php namespace Keylink; // Verifies keylink's signed verdicts, licenses and key sets with PHP's sodium. Whatever throws must not be believed.
function fail(string $why): never { throw new \UnexpectedValueException($why); }
function must(bool $condition, string $why): void { $condition || fail($why); }
function encode(string $data): string { return sodium_bin2base64($data, SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING); }
function decode(string $text): string {
    return encode($data = sodium_base642bin($text, SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING)) === $text ? $data : fail('another spelling');
}
function sha256(string $text): string { return encode(hash('sha256', $text, true)); }
function kid_of(string $x): string { return sha256('{"crv":"Ed25519","kty":"OKP","x":"' . $x . '"}'); }
function is_time(mixed $value): bool { return (is_int($value) || is_float($value)) && $value >= 0 && $value < 2 ** 53 && fmod($value, 1) == 0; }
function members(mixed $value): int {
    return is_scalar($value ?? 0) ? 0 : array_sum(array_map(members(...), (array) $value)) + (is_object($value) ? count((array) $value) : 0);
}
function read(string $text): \stdClass { // Each member that was written has a colon of its own.
    must(!preg_match('/\\\\u(0000|d[89a-f])/i', $text), 'not for all readers');
    $count = members($value = json_decode($text, false, 33, JSON_THROW_ON_ERROR));
    return $count === substr_count(preg_replace('/"(?:[^"\\\\]++|\\\\.)*+"/s', '', $text), ':') ? $value : fail('a member twice');
}
function shaped(\stdClass $value, string $texts, string $times = ''): \stdClass { // A name that ends in "?" may be left out.
    $fits = fn (int $index, mixed $each) => $index > substr_count($texts, ' ') ? is_time($each) : is_string($each);
    foreach (array_filter(explode(' ', "$texts $times")) as $index => $name)
        must(property_exists($value, $bare = rtrim($name, '?')) ? $fits($index, $value->$bare) : $bare !== $name, $name);
    return $value;
}
function kid_in(string $header, string $typ): string {
    $said = shaped(read(decode($header)), 'alg typ kid');
    return members($said) === 3 && [$said->alg, $said->typ] === ['EdDSA', $typ] ? $said->kid : fail('another header');
}
function verify(string $payload, object $by, string $x): void {
    sodium_crypto_sign_verify_detached(decode($by->signature), "$by->protected.$payload", decode($x)) || fail('the signature is wrong');
}
function verify_key_sets(array $texts, string $root_x, int $now): \stdClass { // They begin with one that the root signed, and leave none out.
    foreach ($texts as $text) {
        $signatures = array_map(fn ($each) => shaped($each, 'protected signature'), ($jws = shaped(read($text), 'payload'))->signatures ?? null);
        $by_kid = array_combine(array_map(fn ($each) => kid_in($each->protected, 'keylink-keys+jwt'), $signatures), $signatures);
        must(!array_filter($signatures, fn ($each) => strlen(decode($each->signature)) !== 64), 'no signatures');
        must(members($jws) === 2 + 2 * count($by_kid) && count($by_kid) === count($signatures) && count($by_kid) <= 2, 'no key set');
        $new = shaped(read(decode($jws->payload)), 'iss', 'version iat exp');
        $keys = array_map(fn ($key) => shaped($key, 'kid x', 'notBefore notAfter?'), $new->keys ?? null);
        foreach ([...$keys, shaped($new->root ?? null, 'kid x')] as $key) must($key->kid === kid_of($key->x), 'a kid of another key');
        foreach ([$root_x, $new->root->x] as $x) verify($jws->payload, $by_kid[kid_of($x)] ?? fail('by no root'), $x); // the root before, and its own
        must(!array_filter($keys, fn ($key) => $key->notBefore > ($key->notAfter ?? INF)) && $new->version > 0 && $new->iat < $new->exp, 'times');
        must(count(array_column([...$keys, $new->root], null, 'kid')) > count($keys) && array_filter($new->revoked ?? [0], is_string(...)) === ($new->revoked ?? 0), 'kids');
        must(!isset($known) || $new->version == $known->version + 1 && $new->iss === $known->iss && !array_diff($known->revoked, $new->revoked), 'a gap');
        [$known, $root_x] = [$new, $new->root->x];
    }
    return ($known->exp ?? 0) > $now ? $known : fail('no set, or an expired one');
}
function verify_token(string $token, string $typ, \stdClass $set, string $key, int $product, ?string $device = null): \stdClass { // Compare nonce and exp yourself, or call believe().
    must(strlen($token) <= 8192 && count($parts = explode('.', $token)) === 3, 'no token');
    $texts = ($is_license = $typ === 'keylink-license+jwt') ? 'iss key jti nonce? device?' : 'iss key status nonce device?';
    [$kid, $said] = [kid_in($parts[0], $typ), shaped(read(decode($parts[1])), $texts, 'iat exp product? expiresAt?')];
    $by = array_diff_key(array_column($set->keys, null, 'kid'), array_flip($set->revoked))[$kid] ?? fail('a key of nobody, or revoked');
    verify($parts[1], (object) ['protected' => $parts[0], 'signature' => $parts[2]], $by->x);
    must($by->notBefore - 60 <= $said->iat && $said->iat <= min($said->exp, ($by->notAfter ?? INF) + 60), 'times');
    must($is_license || ($said->pass ?? 0) === ($said->status === 'AUTHORISED') && shaped($said, '', 'leaseUntil?'), 'contradicts itself');
    $product_fits = isset($said->product) ? $said->product == $product : !$is_license && !$said->pass;
    must($product_fits && $said->key === sha256($key) && $said->iss === $set->iss, 'for another key or product');
    return ($said->device ?? null) === ($device === null ? null : sha256($device)) || $is_license && !isset($said->device) ? $said : fail('for another device');
}
function entitlements(\stdClass $said): ?\stdClass { // What a verdict or license says that the key contains. What isn't plain is from a later service.
    $is_plain = fn ($value) => is_string($value) || is_bool($value) || is_int($value) || is_float($value) && is_finite($value);
    return ($said->entitlements ?? null) instanceof \stdClass ? (object) array_filter((array) $said->entitlements, $is_plain) : null;
}
function believe(array $kept, string $root_x, string $key, int $product, string $device): \stdClass { // The verdict in keySets, signed, and the request's nonce.
    $set = verify_key_sets($kept['keySets'], $root_x, time());
    $verdict = verify_token($kept['signed'], 'keylink-verdict+jwt', $set, $key, $product, $device);
    return $verdict->nonce === $kept['nonce'] && $verdict->exp > time() ? $verdict : fail('of another check, or over');
}
function ask(string $url, array $headers = [], ?array $body = null): array { // Status and text. No redirects: the license key isn't for other hosts.
    $http = ['follow_location' => 0, 'ignore_errors' => true, 'timeout' => 10, 'header' => ['Content-Type: application/json', ...$headers]];
    $text = (string) @file_get_contents($url, false, stream_context_create(['http' => $http + ($body ? ['method' => 'POST', 'content' => json_encode($body)] : [])]));
    return [(int) (explode(' ', $http_response_header[0] ?? '')[1] ?? 0), $text];
}
function follow_key_sets(string $url, string $root_x, int $first, array $known): array { // The known key sets, if of this root, else those from version $first on; and all since.
    try { [$sets, $version] = [$known, verify_key_sets($known, $root_x, 0)->version]; } catch (\Throwable) { [$sets, $version] = [[], $first - 1]; }
    while (($found = ask("$url/.well-known/keylink/keys/" . $version + 1))[0] === 200) // What isn't the next one throws, such as the page of a hotel's network.
        $version = verify_key_sets($sets = [...$sets, $found[1]], $root_x, 0)->version;
    return $sets;
}

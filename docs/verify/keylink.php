<?php namespace Keylink; // Verifies keylink's signed verdicts, licenses and key sets with PHP's sodium. What throws isn't to be believed.
function must(bool $condition, string $why): void { if (!$condition) throw new \UnexpectedValueException($why); }
function encode(string $data): string { return sodium_bin2base64($data, SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING); }
function sha256(string $text): string { return encode(hash('sha256', $text, true)); }
function kid_of(string $x): string { return sha256('{"crv":"Ed25519","kty":"OKP","x":"' . $x . '"}'); }
function is_time(mixed $value, int $least = 0): bool { return is_int($value) && $value >= $least; }
function decode(string $text): string {
    must(encode($data = sodium_base642bin($text, SODIUM_BASE64_VARIANT_URLSAFE_NO_PADDING)) === $text, 'another spelling');
    return $data;
}
function members(array $value): int {
    return array_sum(array_map(fn ($each) => is_array($each) ? members($each) : 0, $value)) + (array_is_list($value) ? 0 : count($value));
}
function read(string $text): array { // Each member that was written has a colon of its own.
    $value = json_decode($text, true, 32, JSON_THROW_ON_ERROR);
    must(is_array($value) && members($value) === substr_count(preg_replace('/"(?:[^"\\\\]|\\\\.)*+"/s', '', $text), ':'), 'a member twice');
    return $value;
}
function names(array $value): array { $names = array_keys($value); sort($names); return $names; }
function verify(string $header, string $payload, string $signature, string $typ, string $x): void {
    $read = read(decode($header));
    must(names($read) === ['alg', 'kid', 'typ'] && [$read['alg'], $read['kid'], $read['typ']] === ['EdDSA', kid_of($x), $typ], 'another header');
    must(sodium_crypto_sign_verify_detached(decode($signature), "$header.$payload", decode($x)), 'the signature is wrong');
}
/** The latest of these key sets, which begin with one that the built-in root has signed, and leave no version out. */
function verify_key_sets(array $texts, string $root_x, int $now): array {
    foreach ($texts as $text) {
        $jws = read($text);
        must(names($jws) === ['payload', 'signatures'] && in_array(count($jws['signatures']), [1, 2], true), 'no key set');
        foreach ($jws['signatures'] as $each) must(names($each) === ['protected', 'signature'], 'no signature');
        $by_kid = array_column(array_map(fn ($each) => [...$each, ...read(decode($each['protected']))], $jws['signatures']), null, 'kid');
        $set = read(decode($jws['payload']));
        foreach ([$root_x, $set['root']['x']] as $x) { // of the set before, and its own
            must(($by = $by_kid[kid_of($x)] ?? null) !== null, 'not signed by the root');
            verify($by['protected'], $jws['payload'], $by['signature'], 'keylink-keys+jwt', $x);
        }
        $keys = [$set['root'], ...$set['keys']];
        foreach ($keys as $key) must($key['kid'] === kid_of($key['x']), 'a kid of another key');
        foreach ($set['keys'] as $key) must(is_time($key['notBefore']) && (!array_key_exists('notAfter', $key) || is_time($key['notAfter'])), 'times');
        must(count(array_unique(array_column($keys, 'kid'))) === count($keys) && is_time($set['version'], 1) && is_time($set['exp']) && is_array($set['revoked']), 'types');
        $known ??= ['version' => $set['version'] - 1, 'iss' => $set['iss'], 'revoked' => []];
        must($set['version'] === $known['version'] + 1 && $set['iss'] === $known['iss'] && !array_diff($known['revoked'], $set['revoked']), 'a gap');
        [$known, $root_x] = [$set, $set['root']['x']];
    }
    return ($known['exp'] ?? 0) > $now ? $known : throw new \UnexpectedValueException('no set, or an expired one');
}
/** What a `keylink-verdict+jwt` or `keylink-license+jwt` says. The verdict's nonce and the license's exp are yours to compare. */
function verify_token(string $token, string $typ, array $set, string $key, int $product, ?string $device = null): array {
    must(count($parts = explode('.', $token)) === 3, 'no token');
    [$said, $kid, $is_license] = [read(decode($parts[1])), read(decode($parts[0]))['kid'] ?? '', $typ === 'keylink-license+jwt'];
    $by = array_column($set['keys'], null, 'kid')[$kid] ?? throw new \UnexpectedValueException('a key of nobody');
    verify(...$parts, typ: $typ, x: $by['x']);
    must(!in_array($kid, $set['revoked'], true) && is_time($said['iat'] ?? null) && is_time($said['exp'] ?? null, $said['iat']) && !in_array(null, $said, true), 'times');
    must($by['notBefore'] - 60 <= $said['iat'] && $said['iat'] <= ($by['notAfter'] ?? $said['iat']) + 60, "not of the key's time");
    must($is_license ? isset($said['jti']) : ($said['pass'] ?? null) === (($said['status'] ?? null) === 'AUTHORISED'), 'contradicts itself');
    must(($said['iss'] ?? null) === $set['iss'] && ($said['key'] ?? null) === sha256($key), 'for another key');
    must(($said['product'] ?? ($is_license || $said['pass'] ? null : $product)) === $product, 'for another product');
    must(($said['device'] ?? null) === ($device === null ? null : sha256($device)) || $is_license && !isset($said['device']), 'for another device');
    return $said;
}

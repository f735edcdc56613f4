"""Verifies keylink's signed verdicts, licenses and key sets with the package `cryptography`. Whatever raises must not be believed."""
import base64, contextlib, hashlib, http.client, json, math, re, time, urllib.parse
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

def must(condition, why):
    if not condition: raise ValueError(why)
def encode(data): return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
def sha256(text): return encode(hashlib.sha256(text.encode()).digest())
def kid_of(x): return sha256('{"crv":"Ed25519","kty":"OKP","x":"%s"}' % x)
def is_text(value): return type(value) is str
def is_number(value): return type(value) is float and math.isfinite(value)
def is_time(value): return is_number(value) and 0 <= value < 2**53 and value % 1 == 0
def decode(text):
    return must(encode(data := base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))) == text, "another spelling") or data
def once(pairs): return must(len(dict(pairs)) == len(pairs), "a member twice") or dict(pairs)
def depth(value): return 1 + max(map(depth, value.values() if type(value) is dict else value), default=0) if type(value) in (dict, list) else 0
def read(text):  # Numbers are doubles, texts are whole characters: every language reads the same.
    value = json.loads(text, object_pairs_hook=once, parse_int=float, parse_constant=lambda name: must(False, name))
    return must(depth(value) <= 32 and not re.search(r"\\u(0000|d[89a-f])", text, re.IGNORECASE), "not for all readers") or value
def read_part(text): return read(decode(text).decode())
def shaped(value, texts, times=""):  # A name that ends in "?" may be left out.
    for fits, names in ((is_text, texts), (is_time, times)):
        for name in names.split(): must(fits(value.get(name.strip("?"))) or name[-1] == "?" and name[:-1] not in value, name)
    return value
def kid_in(header, typ):
    return must(len(said := shaped(read_part(header), "alg typ kid")) == 3 and (said["alg"], said["typ"]) == ("EdDSA", typ), "another header") or said["kid"]
def verify(header, payload, signature, x): Ed25519PublicKey.from_public_bytes(decode(x)).verify(decode(signature), f"{header}.{payload}".encode())

def verify_key_sets(texts, root_x, now):  # They begin with one that the built-in root has signed, and leave none out; gives the latest.
    known = None
    for jws in map(read, texts):
        signatures = [shaped(each, "protected signature") for each in jws["signatures"]]
        by_kid = {kid_in(each["protected"], "keylink-keys+jwt"): each for each in signatures}
        must(all(len(each) == 2 and len(decode(each["signature"])) == 64 for each in signatures), "no signatures")
        must(len(jws) == 2 and len(by_kid) == len(signatures) and len(by_kid) in (1, 2), "no key set")
        new = shaped(read_part(jws["payload"]), "iss", "version iat exp")
        keys = [shaped(new["root"], "kid x"), *(shaped(key, "kid x", "notBefore notAfter?") for key in new["keys"])]
        for by in [by_kid[kid_of(x)] | {"x": x} for x in (root_x, keys[0]["x"])]:  # of the set before, and its own
            verify(by["protected"], jws["payload"], by["signature"], by["x"])
        must(all(key["kid"] == kid_of(key["x"]) for key in keys) and len({key["kid"] for key in keys}) == len(keys), "kids")
        must(all(key["notBefore"] <= key.get("notAfter", math.inf) for key in keys[1:]) and new["version"] > 0 and new["iat"] < new["exp"], "times")
        must(type(new["keys"]) is type(new["revoked"]) is list and all(map(is_text, new["revoked"])), "no lists")
        must(not known or (new["version"], new["iss"]) == (known["version"] + 1, known["iss"]) and {*known["revoked"]} <= {*new["revoked"]}, "a gap")
        known, root_x = new, keys[0]["x"]
    return must(known and known["exp"] > now, "no set, or an expired one") or known

# What a `keylink-verdict+jwt` or `keylink-license+jwt` says. Compare the verdict's nonce, and any exp, yourself, or call `believe`.
def verify_token(token, typ, key_set, key, product, device=None):
    [header, payload, signature], is_license = token.split("."), typ == "keylink-license+jwt"
    said, kid = read_part(payload), kid_in(header, typ)
    shaped(said, "iss key jti nonce? device?" if is_license else "iss key status nonce device?", "iat exp product? expiresAt?")
    [by] = [each for each in key_set["keys"] if each["kid"] == kid and kid not in key_set["revoked"]]
    verify(header, payload, signature, by["x"])
    must(len(token) <= 8192 and by["notBefore"] - 60 <= said["iat"] <= min(said["exp"], by.get("notAfter", math.inf) + 60), "times")
    must(is_license or shaped(said, "", "leaseUntil?")["pass"] is (said["status"] == "AUTHORISED"), "contradicts itself")
    must((said["iss"], said["key"]) == (key_set["iss"], sha256(key)), "for another key")
    must(said.get("product", None if is_license or said["pass"] else product) == product, "for another product")
    must(said.get("device") == (device if device is None else sha256(device)) or is_license and "device" not in said, "for another device")
    return said
def entitlements(said):  # What a verdict or license says that the key contains, or None; what isn't plain is from a later service.
    return {name: each for name, each in said["entitlements"].items() if type(each) in (str, bool) or is_number(each)} if type(said.get("entitlements")) is dict else None

def believe(kept, root_x, key, product, device):  # The verdict in `kept`, which holds `keySets`, `signed`, and the `nonce` of the request.
    key_set = verify_key_sets(kept["keySets"], root_x, time.time())
    verdict = verify_token(kept["signed"], "keylink-verdict+jwt", key_set, key, product, device)
    return must(verdict["nonce"] == kept["nonce"] and verdict["exp"] > time.time(), "of another check, or over") or verdict

def ask(url, body=None, **headers):  # Status and text. Redirects aren't followed: the license key isn't for other hosts.
    to = urllib.parse.urlsplit(url)
    with contextlib.closing((http.client.HTTPConnection if to.scheme == "http" else http.client.HTTPSConnection)(to.netloc, timeout=10)) as connection:
        connection.request("POST" if body else "GET", to.path, body and json.dumps(body), {"content-type": "application/json", **headers})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

def follow_key_sets(url, root_x, first, known):  # The known key sets, if they are of this root, else those from version `first` on; and all published since.
    try: sets, version = [*known], verify_key_sets(known, root_x, 0)["version"]
    except Exception: sets, version = [], first - 1
    while (found := ask(f"{url}/.well-known/keylink/keys/{version + 1:.0f}"))[0] == 200:  # What isn't the next one raises, such as the page of a hotel's network.
        version = verify_key_sets(sets := [*sets, found[1]], root_x, 0)["version"]
    return sets

"""Verifies keylink's signed verdicts, licenses and key sets with the package `cryptography`. What raises isn't to be believed."""
import base64, hashlib, json, re
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

def must(condition, why):
    if not condition: raise ValueError(why)

def encode(data): return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
def sha256(text): return encode(hashlib.sha256(text.encode()).digest())
def kid_of(x): return sha256('{"crv":"Ed25519","kty":"OKP","x":"%s"}' % x)
def is_int(value, least=0): return type(value) is int and value >= least

def decode(text):
    must(re.fullmatch(r"[A-Za-z0-9_-]*", text) and len(text) % 4 != 1, "no base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    must(encode(data) == text, "stray bits")
    return data

def once(pairs): return must(len(dict(pairs)) == len(pairs), "a member twice") or dict(pairs)
def read(text): return json.loads(text, object_pairs_hook=once)
def open_part(text): return read(decode(text).decode())

def verify(header, payload, signature, typ, x):
    must(open_part(header) == {"alg": "EdDSA", "typ": typ, "kid": kid_of(x)}, "another header")
    Ed25519PublicKey.from_public_bytes(decode(x)).verify(decode(signature), f"{header}.{payload}".encode())

def verify_key_sets(texts, root_x, now):
    """The latest of these key sets, which begin with one that the built-in root has signed, and leave no version out."""
    known = None
    for jws in map(read, texts):
        must(set(jws) == {"payload", "signatures"} and len(jws["signatures"]) in (1, 2), "no key set")
        must(all(set(each) == {"protected", "signature"} for each in jws["signatures"]), "no signatures")
        by_kid = {open_part(each["protected"])["kid"]: each for each in jws["signatures"]}
        key_set = open_part(jws["payload"])
        for x in (root_x, key_set["root"]["x"]):  # of the set before, and its own
            verify(by_kid[kid_of(x)]["protected"], jws["payload"], by_kid[kid_of(x)]["signature"], "keylink-keys+jwt", x)
        keys = [key_set["root"], *key_set["keys"]]
        must(all(key["kid"] == kid_of(key["x"]) for key in keys) and len({key["kid"] for key in keys}) == len(keys), "kids")
        must(all(is_int(key["notBefore"]) and is_int(key.get("notAfter", 0)) for key in keys[1:]), "times")
        must(is_int(key_set["version"], 1) and is_int(key_set["exp"]) and type(key_set["revoked"]) is list, "types")
        if known:
            must(key_set["version"] == known["version"] + 1 and key_set["iss"] == known["iss"], "a gap")
            must(set(known["revoked"]) <= set(key_set["revoked"]), "a revocation taken back")
        known, root_x = key_set, key_set["root"]["x"]
    must(known and known["exp"] > now, "no set, or an expired one")
    return known

def verify_token(token, typ, key_set, key, product, device=None):
    """What a `keylink-verdict+jwt` or `keylink-license+jwt` says. The verdict's nonce and the license's exp are yours to compare."""
    header, payload, signature = token.split(".")
    said, kid, is_license = open_part(payload), open_part(header)["kid"], typ == "keylink-license+jwt"
    [by] = [each for each in key_set["keys"] if each["kid"] == kid and kid not in key_set["revoked"]]
    verify(header, payload, signature, typ, by["x"])
    must(is_int(said["iat"]) and is_int(said["exp"], said["iat"]) and None not in said.values(), "times")
    must(by["notBefore"] - 60 <= said["iat"] <= by.get("notAfter", said["iat"]) + 60, "not of the key's time")
    must("jti" in said if is_license else said["pass"] is (said["status"] == "AUTHORISED"), "contradicts itself")
    must(said["iss"] == key_set["iss"] and said["key"] == sha256(key), "for another key")
    must(is_int(said.get("product", product)) and said.get("product", None if is_license or said["pass"] else product) == product, "product")
    must(said.get("device") == (device and sha256(device)) or is_license and "device" not in said, "for another device")
    return said

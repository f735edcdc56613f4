"""Prints which vectors docs/verify/keylink.py believes, a line each: run_vectors.py <folder of the verifier> <folder of the vectors>"""

import json
import sys

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import keylink


def load(name):
    with open(f"{sys.argv[2]}/{name}.json", encoding="utf-8") as file:
        return json.load(file)


def tell(file, vector, verify):
    try:
        said = verify()
        contains = keylink.entitlements(said)
        line = [file, vector["name"], True] if contains is None else [file, vector["name"], True, contains]
    except Exception:
        line = [file, vector["name"], False]
    print(json.dumps(line, allow_nan=False))


def check_token(key_set, content, vector, typ):
    asked = vector["asked"]
    said = keylink.verify_token(vector["token"], typ, key_set, asked["key"], asked["product"], asked.get("device"))
    holds = said["exp"] > content["now"] if typ == "keylink-license+jwt" else said["nonce"] == asked["nonce"]
    return keylink.must(holds, "over, or of another check") or said


for name, typ in (("verdicts", "keylink-verdict+jwt"), ("licenses", "keylink-license+jwt")):
    content = load(name)
    key_set = keylink.verify_key_sets(content["keySets"], content["rootKey"], content["now"])
    for vector in content["vectors"]:
        tell(name, vector, lambda: check_token(key_set, content, vector, typ))
content = load("key-sets")
for vector in content["vectors"]:
    tell("key-sets", vector, lambda: keylink.verify_key_sets(vector["keySets"], vector["rootKey"], content["now"]))

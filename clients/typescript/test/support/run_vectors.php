<?php
// Prints which vectors docs/verify/keylink.php believes, a line each: run_vectors.php <folder of the verifier> <folder of the vectors>
[, $verifier, $vectors] = $argv;
require "$verifier/keylink.php";

function load(string $folder, string $name): array {
    return json_decode(file_get_contents("$folder/$name.json"), true, 64, JSON_THROW_ON_ERROR);
}

function tell(string $file, array $vector, callable $verify): void {
    try {
        $contains = Keylink\entitlements($verify());
        $line = [$file, $vector['name'], true, ...($contains ? [$contains] : [])];
    } catch (\Throwable) {
        $line = [$file, $vector['name'], false];
    }
    echo json_encode($line, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION), "\n";
}

function check_token(object $set, array $content, array $vector, string $typ): object {
    $asked = $vector['asked'];
    $said = Keylink\verify_token($vector['token'], $typ, $set, $asked['key'], $asked['product'], $asked['device'] ?? null);
    $holds = $typ === 'keylink-license+jwt' ? $said->exp > $content['now'] : $said->nonce === $asked['nonce'];
    return $holds ? $said : throw new UnexpectedValueException('over, or of another check');
}

foreach (['verdicts' => 'keylink-verdict+jwt', 'licenses' => 'keylink-license+jwt'] as $name => $typ) {
    $content = load($vectors, $name);
    $set = Keylink\verify_key_sets($content['keySets'], $content['rootKey'], $content['now']);
    foreach ($content['vectors'] as $vector) {
        tell($name, $vector, fn () => check_token($set, $content, $vector, $typ));
    }
}
$content = load($vectors, 'key-sets');
foreach ($content['vectors'] as $vector) {
    tell('key-sets', $vector, fn () => Keylink\verify_key_sets($vector['keySets'], $vector['rootKey'], $content['now']));
}

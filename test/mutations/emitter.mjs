import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as swagger from '@nestjs/swagger/plugin';
import ts from 'typescript';

/** Compiles single files of a project into its build folder as `nest build` does all of them. */
export function createEmitter(root) {
  const config = join(root, 'tsconfig.build.json');
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (path) => readFileSync(path, 'utf8')).config,
    ts.sys,
    root,
  );
  const [plugin] = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8')).compilerOptions.plugins;
  const host = ts.createCompilerHost(options);
  const parse = host.getSourceFile.bind(host);
  const parsed = new Map();
  host.getSourceFile = (path, ...rest) => {
    if (!parsed.has(path)) parsed.set(path, parse(path, ...rest));
    return parsed.get(path);
  };
  let program;
  return {
    /** @returns what undoes it */
    emit(file) {
      const path = join(root, file);
      const target = path.replace(/\/src\//, '/build/').replace(/\.ts$/, '.js');
      const before = readFileSync(target);
      parsed.delete(path);
      program = ts.createProgram(fileNames, options, host, program);
      program.emit(program.getSourceFile(path), undefined, undefined, false, {
        before: [swagger.before(plugin.options, program)],
      });
      parsed.delete(path);
      if (readFileSync(target).equals(before))
        throw new Error(`The mutation of ${file} changes nothing that is built.`);
      return { undo: () => writeFileSync(target, before) };
    },
  };
}

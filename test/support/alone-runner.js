const { default: TestRunner } = require('jest-runner');

/** Runs its files one after the other, once those of the other runner are done. */
module.exports = class AloneRunner extends TestRunner {
  isSerial = true;
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../row';
import { underHotLoad } from '../support/hot-cluster';
import { answerFirstIsCaught } from './share-hot-keys';

const KILLS = 5;
const LOAD_MS = 4000;

export const killMariadb: Row = {
  number: 23,
  fault: '`kill -9` of MariaDB under three instances with hot keys',
  mustHold:
    'nothing answered is lost or done twice; every instance goes on by itself; a control that answers first is caught',
  seconds: 120,
  async *run(stage) {
    yield await underHotLoad(
      'MariaDB',
      stage,
      async (server) => {
        for (let kills = 0; kills < KILLS; kills++) {
          await server.kill(0);
          await server.rejoin(0);
          await sleep(LOAD_MS);
        }
        return { done: `${KILLS} kills` };
      },
      { control: answerFirstIsCaught },
    );
  },
};

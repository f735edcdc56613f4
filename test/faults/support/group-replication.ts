import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '../../support/root';
import { Cluster, createUsers } from './cluster';
import { ClusterNode } from './cluster-node';
import { freePort } from './free-port';

const SCRIPT = join(ROOT, 'test/support/mysql-server');
const NODES = 3;
const GROUP = '6b65796c-696e-6b00-6661-756c74730000';
/** The very first use downloads and unpacks the server. */
const PREPARE_TIMEOUT_MS = 300_000;
const START_TIMEOUT_MS = 150_000;
/** What its joining may take before it is told to join once more: one that was killed takes some 12 s. */
const JOIN_AGAIN_MS = 25_000;
const POLL_MS = 200;
const CHANNEL = "FOR CHANNEL 'group_replication_recovery'";

/** A member as it sees itself. */
interface View {
  readonly state: string;
  readonly role: string;
  readonly readOnly: number;
  readonly reached: number;
  readonly all: number;
}

/**
 * Three MySQL servers of which one takes writes (single-primary mode), with MySQL's own timeouts: a silent member is
 * suspected after 5 s and expelled 5 s later. All of them start read-only and join unasked.
 */
export class GroupReplication extends Cluster {
  readonly name = 'Group Replication';
  protected readonly seeEverything = "SET SESSION group_replication_consistency = 'BEFORE'";

  /**
   * Makes and starts three members on 127.0.0.1, the first as the primary.
   * @param folder an empty one, which its maker removes
   */
  static async start(folder: string): Promise<GroupReplication> {
    const nodes: ClusterNode[] = [];
    for (let number = 1; number <= NODES; number++) {
      nodes.push(new ClusterNode(join(folder, `node-${number}`), await freePort(), await freePort()));
    }
    const group = new GroupReplication(nodes);
    await group.prepare();
    group.launch(0, '--loose-group-replication-bootstrap-group=ON');
    await group.untilJoined(0);
    for (const index of [1, 2]) group.launch(index);
    for (const index of [1, 2]) await group.untilJoined(index);
    return group;
  }

  async rejoin(index: number): Promise<void> {
    this.launch(index);
    await this.untilJoined(index);
  }

  /** Waits until a member is ONLINE; one whose joining failed, as while the others still hold its former self for alive, joins again. */
  async untilJoined(index: number): Promise<void> {
    const giveUp = performance.now() + START_TIMEOUT_MS;
    let joinedAt = performance.now();
    for (;;) {
      const { state } = (await this.view(index)) ?? {};
      if (state === 'ONLINE' && (await this.isComplete())) return;
      if (!this.nodes[index].running || performance.now() > giveUp) {
        throw new Error(`A member did not join:\n${this.nodes[index].lastErrors()}`);
      }
      if ((state === 'OFFLINE' || state === 'ERROR') && performance.now() > joinedAt + JOIN_AGAIN_MS) {
        await this.joinAgain(index);
        joinedAt = performance.now();
      }
      await sleep(POLL_MS);
    }
  }

  async findWritable(): Promise<number | undefined> {
    for (const index of this.nodes.keys()) {
      const { state, role, readOnly, reached = 0, all = 0 } = (await this.view(index)) ?? {};
      if (state === 'ONLINE' && role === 'PRIMARY' && readOnly === 0 && 2 * reached > all) return index;
    }
    return undefined;
  }

  /** Makes another member the primary, as before maintenance. */
  async switchTo(index: number): Promise<void> {
    const [{ id }] = await this.query(index, 'SELECT @@server_uuid AS id');
    await this.nodes[index].ask(START_TIMEOUT_MS, [`SELECT group_replication_set_as_primary('${id}')`]);
  }

  /** Whether all members that run see each other. */
  private async isComplete(): Promise<boolean> {
    const views = await Promise.all(this.running.map((index) => this.view(index)));
    return views.every((view) => view?.reached === views.length);
  }

  private async joinAgain(index: number): Promise<void> {
    try {
      await this.nodes[index].ask(START_TIMEOUT_MS, ['STOP GROUP_REPLICATION', 'START GROUP_REPLICATION']);
    } catch {
      // Whether it joined is asked again, and the log says why it didn't.
    }
  }

  private async view(index: number): Promise<View | undefined> {
    try {
      const [view] = await this.query(
        index,
        `SELECT IFNULL(MAX(IF(member_id = @@server_uuid, member_state, NULL)), 'OFFLINE') AS state,
           MAX(IF(member_id = @@server_uuid, member_role, '')) AS role, @@super_read_only AS readOnly,
           COUNT(IF(member_state IN ('ONLINE', 'RECOVERING'), 1, NULL)) AS reached, COUNT(*) AS \`all\`
         FROM performance_schema.replication_group_members`,
      );
      return view as unknown as View;
    } catch {
      // It doesn't run, or doesn't answer.
      return undefined;
    }
  }

  /** One data directory, which all begin with: with the users, and with what a member needs to catch up from another. */
  private async prepare(): Promise<void> {
    const [first, ...others] = this.nodes;
    mkdirSync(first.folder);
    await promisify(execFile)(SCRIPT, ['exec', '--initialize-insecure', ...place(first)], {
      timeout: PREPARE_TIMEOUT_MS,
    });
    this.launch(0, '--loose-group-replication-start-on-boot=OFF');
    await this.untilAnswers(first);
    await first.ask(START_TIMEOUT_MS, [
      // Each member has these of its own; what is logged must come from the group.
      'SET sql_log_bin = 0',
      ...createUsers(),
      "CREATE USER member IDENTIFIED BY 'member'",
      'GRANT REPLICATION SLAVE, CONNECTION_ADMIN, BACKUP_ADMIN, GROUP_REPLICATION_STREAM ON *.* TO member',
      `CHANGE REPLICATION SOURCE TO SOURCE_USER = 'member', SOURCE_PASSWORD = 'member' ${CHANNEL}`,
    ]);
    await first.end('SIGTERM');
    // Made anew by each server: its own identity.
    rmSync(join(first.folder, 'data/auto.cnf'));
    for (const { folder } of others) cpSync(join(first.folder, 'data'), join(folder, 'data'), { recursive: true });
  }

  private async untilAnswers(node: ClusterNode): Promise<void> {
    const giveUp = performance.now() + START_TIMEOUT_MS;
    for (;;) {
      const answers = await node.query('DO 0').then(
        () => true,
        () => false,
      );
      if (answers) return;
      if (!node.running || performance.now() > giveUp) throw new Error(`MySQL did not start:\n${node.lastErrors()}`);
      await sleep(POLL_MS);
    }
  }

  private launch(index: number, ...options: readonly string[]): void {
    const node = this.nodes[index];
    node.spawn(SCRIPT, ['exec', ...place(node), ...this.settings(index), ...options]);
  }

  private settings(index: number): string[] {
    const { port, groupPort, socket, folder } = this.nodes[index];
    return [
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--mysqlx=OFF',
      `--socket=${socket}`,
      `--pid-file=${join(folder, 'pid')}`,
      '--innodb-flush-log-at-trx-commit=1',
      '--sync-binlog=1',
      `--server-id=${index + 1}`,
      '--report-host=127.0.0.1',
      `--report-port=${port}`,
      '--gtid-mode=ON',
      '--enforce-gtid-consistency=ON',
      '--plugin-load-add=group_replication.so',
      `--loose-group-replication-group-name=${GROUP}`,
      // What starts outside of its group is read-only until it has joined.
      '--loose-group-replication-start-on-boot=ON',
      `--loose-group-replication-local-address=127.0.0.1:${groupPort}`,
      `--loose-group-replication-group-seeds=${this.nodes.map((node) => `127.0.0.1:${node.groupPort}`).join(',')}`,
      '--loose-group-replication-single-primary-mode=ON',
      '--loose-group-replication-consistency=BEFORE_ON_PRIMARY_FAILOVER',
      '--loose-group-replication-recovery-get-public-key=ON',
    ];
  }
}

function place({ folder }: ClusterNode): string[] {
  return [
    `--datadir=${join(folder, 'data')}`,
    `--log-error=${join(folder, 'error.log')}`,
    `--user=${userInfo().username}`,
  ];
}

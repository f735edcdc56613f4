import mysql, { type Connection } from 'mysql2/promise';
import type { MysqlProcess } from './mysql-process';

/** More than the service has: after a restart they get the ids that its sessions had before. */
const SESSIONS = 40;

/** Sessions of others on the same server, that ask nothing. */
export class Bystanders {
  private constructor(private readonly connections: readonly Connection[]) {}

  static async gather(server: MysqlProcess): Promise<Bystanders> {
    const connections: Connection[] = [];
    for (let count = 0; count < SESSIONS; count++) {
      const connection = await mysql.createConnection(server.url(''));
      connection.on('error', () => {});
      connections.push(connection);
    }
    return new Bystanders(connections);
  }

  /** Sends them home. @returns how many had been ended meanwhile */
  async leave(): Promise<number> {
    const answers = await Promise.allSettled(this.connections.map((connection) => connection.query('SELECT 1')));
    for (const connection of this.connections) connection.destroy();
    return answers.filter(({ status }) => status === 'rejected').length;
  }
}

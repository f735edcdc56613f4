import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { type MysqlPools, mysqlPoolsOf } from '../../platform/database/mysql-options';
import { Readers } from '../../platform/database/reader';
import { Metrics } from '../../platform/metrics/metrics';

const PATIENCE_MS = 1000;

@Injectable()
export class DatabaseMetrics {
  constructor(@InjectDataSource() dataSource: DataSource, readers: Readers, { registry }: Metrics) {
    registry.registerMetric(databaseUp(readers));
    // The embedded database has one connection and no pool.
    const pools = mysqlPoolsOf(dataSource);
    if (pools) registry.registerMetric(databaseConnections(pools));
  }
}

function databaseUp(readers: Readers): Gauge {
  return new Gauge({
    name: 'keylink_database_up',
    aggregator: 'min',
    help: 'Whether the database answered while the metrics were collected: 1 or 0.',
    registers: [],
    async collect() {
      this.set((await readers.answersWithin(PATIENCE_MS)) ? 1 : 0);
    },
  });
}

function databaseConnections({ batches, reads, others }: MysqlPools): Gauge {
  return new Gauge({
    name: 'keylink_database_connections',
    help: 'Connections of the pools, by state; "waiting" are requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [pool, { usage }] of Object.entries({ batches, reads, others })) {
        for (const [state, count] of Object.entries(usage)) this.set({ pool, state }, count);
      }
    },
  });
}

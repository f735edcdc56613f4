import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { parseAddressRange } from '../../addresses/address';
import { limitConnections } from './connection-limits';

function accepted(server: EventEmitter, remoteAddress: string): { isOpen: boolean; close: () => void } {
  const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: () => socket.emit('close') });
  const state = { isOpen: true, close: socket.destroy };
  socket.once('close', () => (state.isOpen = false));
  server.emit('connection', socket);
  return state;
}

it('an IPv6 /64 has the connections of one address, a trusted proxy as many as there are', () => {
  const server = new EventEmitter();
  const trustProxy = [parseAddressRange('10.0.0.0/8')!];
  limitConnections(
    server as Server,
    { maxConnections: 100, maxConnectionsPerAddress: 2, trustProxy, workers: 1 },
    () => {},
  );
  const isOpen = (address: string) => accepted(server, address).isOpen;
  const first = accepted(server, '2001:db8:1:2::1');
  expect([isOpen('2001:db8:1:2::2'), isOpen('2001:db8:1:2:ffff::3'), isOpen('2001:db8:1:3::1')]).toEqual([
    true,
    false,
    true,
  ]);
  first.close();
  expect([isOpen('2001:db8:1:2::4'), isOpen('2001:db8:1:2::5')]).toEqual([true, false]);
  expect([1, 2, 3].map(() => isOpen('::ffff:10.1.2.3'))).toEqual([true, true, true]);
  expect([1, 2, 3].map(() => isOpen('::ffff:198.51.100.1'))).toEqual([true, true, false]);
});

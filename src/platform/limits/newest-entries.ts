/** Puts an entry at the end of a map, which keeps no more than its newest ones. @param most at least one */
export function setNewest<K, V>(entries: Map<K, V>, most: number, key: K, value: V): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size <= most) return;
  const oldest = entries.keys().next();
  if (!oldest.done) entries.delete(oldest.value);
}

/** Appends an entry to a map, and drops the oldest beyond the maximum. @param most at least one */
export function setNewest<K, V>(entries: Map<K, V>, most: number, key: K, value: V): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size <= most) return;
  const oldest = entries.keys().next();
  if (!oldest.done) entries.delete(oldest.value);
}

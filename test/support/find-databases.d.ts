export function withoutDatabase(url: string): string;

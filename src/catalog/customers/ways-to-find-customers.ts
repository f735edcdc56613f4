import { Injectable } from '@nestjs/common';
import { type Alternative, type Term, wordAlternative } from '../../platform/search-index/word-query';
import { KINDS } from '../../platform/search-index/worded';

type Way = (term: Term) => readonly Alternative[];

/** How customers are found by a term: by their words, and by records that this wing doesn't know, which others add. */
@Injectable()
export class WaysToFindCustomers {
  private readonly ways: Way[] = [
    ({ ranges }) => ranges.map((range) => wordAlternative(KINDS.customer, 'customers.id', range)),
  ];

  add(way: Way): void {
    this.ways.push(way);
  }

  of(term: Term): Alternative[] {
    return this.ways.flatMap((way) => way(term));
  }
}

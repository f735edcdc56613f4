import { Injectable } from '@nestjs/common';
import { type Alternative, type Term, wordAlternative } from '../../platform/search-index/word-query';
import { KINDS } from '../../platform/search-index/worded';

type Way = (term: Term) => readonly Alternative[];

/** Finds customers by a search term: by their own words, and by other wings' records, which those add. */
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

import type { ComponentType } from 'react';
import type { CustomerDto, LicenseKeyDto, LinkDto, PlanDto, ProductReleaseDto } from '../api/schema';
import type { Tone } from '../text/chip';
import type { Deed } from './actions';
import type { Part } from './matching';

/** A customer; only the uid is known of one whom nobody gave a record. */
export type KnownCustomer = Pick<CustomerDto, 'uid'> & Partial<CustomerDto>;

/** What the pane beside the list tells of. */
type Subject =
  | { readonly customer: KnownCustomer }
  | { readonly licenseKey: LicenseKeyDto; readonly device?: string; readonly notes?: readonly string[] }
  | { readonly link: LinkDto }
  | { readonly plan: PlanDto }
  | { readonly release: ProductReleaseDto };

/** Something that the palette leads to or does. */
export interface Entry {
  readonly id: string;
  readonly icon?: ComponentType<{ size?: number; strokeWidth?: number }>;
  readonly label: string;
  readonly labelParts?: readonly Part[];
  /** What else is known of it, beside its name. */
  readonly detail?: string;
  readonly detailParts?: readonly Part[];
  readonly chip?: { readonly word: string; readonly tone: Tone; readonly why: string };
  /** When it was last seen, in milliseconds since the epoch. */
  readonly seenAt?: number;
  readonly deed: Deed;
  /** Why the signed-in person may not do it. */
  readonly refusal?: string;
  readonly about?: Subject;
}

export interface Group {
  readonly title: string;
  /** How many were found, shown or not; absent for actions. */
  readonly count?: number;
  /** Whether there are more than were read. */
  readonly isCut?: boolean;
  readonly entries: readonly Entry[];
}

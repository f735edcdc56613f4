import { ApiProperty } from '@nestjs/swagger';

const STATUSES = ['ok', 'warning', 'failed'] as const;

/** What one check found. */
class FindingDto {
  /** Name of the check. @example "durability" */
  check: string;

  /** `failed`: the service would not start like this, or does not keep its promises. @example "ok" */
  @ApiProperty({ enum: STATUSES })
  status: (typeof STATUSES)[number];

  /** A sentence that continues the name of the check. @example "what is committed survives a power cut." */
  message: string;
}

/** What all checks found. */
export class FindingsDto {
  /**
   * At least one per check.
   * @example [{ "check": "durability", "status": "ok", "message": "what is committed survives a power cut." }]
   */
  @ApiProperty({ type: [FindingDto] })
  findings: FindingDto[];
}

import { IsNotEmpty, IsString } from 'class-validator';

/** Interface, operation 9, to the letter. */
export const MISSING = { message: 'Body fields not passed, name and url are required.' };

/** A link to create. */
export class CreateLinkDto {
  /**
   * The short name: 1 to 128 of `A-Z a-z 0-9 - _ . ~`, not beginning with a dot, matched without regard to case.
   * @example "spring-sale"
   */
  @IsString({ message: 'name must be text.' })
  @IsNotEmpty(MISSING)
  name: string;

  /**
   * The target: an absolute http or https URL of at most 2048 characters.
   * @example "https://example.com/sale?utm_source=mail"
   */
  @IsString({ message: 'url must be text.' })
  @IsNotEmpty(MISSING)
  url: string;
}

import { IsInt, IsOptional, IsString, MaxLength } from 'class-validator';

export class CheckDto {
  @IsString()
  @MaxLength(191)
  id: string;

  @IsOptional()
  @IsString()
  @MaxLength(1024)
  info?: string;

  @IsOptional()
  @IsInt()
  pid?: number;
}

import { getMetadataStorage, IsInt, IsString } from 'class-validator';
import { validate } from './validation';

class Body {
  @IsInt({ message: 'count must be an integer.' })
  count: number;
}

const rulesOf = (target: new () => object) =>
  getMetadataStorage().getTargetValidationMetadatas(target, '', false, false);

describe('validate', () => {
  it('collects the rules of a class once', async () => {
    await validate(Body, { count: 1 });
    expect(rulesOf(Body)).toBe(rulesOf(Body));
  });

  it('knows rules that a class gets later', async () => {
    class Late extends Body {
      name: string;
    }
    expect(await validate(Late, { count: 1 })).toEqual({ count: 1 });
    IsString({ message: 'name must be a text.' })(Late.prototype, 'name');
    expect(rulesOf(Late).map(({ propertyName }) => propertyName)).toEqual(['name', 'count']);
  });

  it('names what is wrong with each object', async () => {
    await validate(Body, { count: 1 });
    await expect(validate(Body, { count: 'two' })).rejects.toThrow('count must be an integer.');
  });
});

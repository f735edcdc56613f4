import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import type { CallingActor } from '../../access/audit/actor';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { rulesOf } from '../../platform/fields/rules';
import { linkNextPage } from '../../platform/http/answers/paging';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { PRODUCTS } from '../../platform/openapi/groups';
import { Conditional, ReadIfMatch, Tagged } from '../../platform/preconditions/conditional';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { ApiPid, PID_RULE } from './api-pid';
import { CreateProductDto } from './dto/create-product.dto';
import { ListProductsDto } from './dto/list-products.dto';
import { ProductDto } from './dto/product.dto';
import { UpdateProductDto } from './dto/update-product.dto';
import { PRODUCT_FIELDS } from './product-fields';
import { NO_PID_LEFT, PRODUCT_TAGS, PRODUCT_NOT_FOUND, productExists, ProductsService } from './products.service';

@ApiTags(PRODUCTS)
@Controller('api/products')
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  /** Gives a product a name. License keys need no record of their product. */
  @Post()
  @ApiOperation({ operationId: 'createProduct' })
  @ApiResponse({ status: 201, type: ProductDto, description: 'The new product.' })
  @ApiBodyErrors(...rulesOf(PRODUCT_FIELDS, 'create', ['name', 'description']), PID_RULE.message)
  @ApiErrors({ 409: [productExists(6), NO_PID_LEFT] })
  @RequireScope('products:write')
  create(@Body() body: CreateProductDto, @CurrentActor() actor: CallingActor): Promise<ProductDto> {
    return this.products.create(body, actor);
  }

  /** Lists products by ascending pid. */
  @Get()
  @ApiOperation({ operationId: 'listProducts' })
  @ApiResponse({
    status: 200,
    type: [ProductDto],
    description: 'A `Link` header with rel="next" leads to the next page while more follow.',
  })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.'] })
  @RequireScope('products:read')
  async list(
    @Query() query: ListProductsDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProductDto[]> {
    const { items, next } = await this.products.getPage(query);
    if (next !== undefined) linkNextPage(request, response, { after: next });
    return items;
  }

  /** Fetches one product. */
  @Get(':pid')
  @ApiOperation({ operationId: 'getProduct' })
  @ApiPid()
  @Tagged(PRODUCT_TAGS, ProductDto)
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [PRODUCT_NOT_FOUND] })
  @RequireScope('products:read')
  get(@Param('pid') pid: string): Promise<ProductDto> {
    return this.products.get(pid);
  }

  /** Changes the given fields. */
  @Put(':pid')
  @ApiOperation({ operationId: 'updateProduct' })
  @ApiPid()
  @ApiBodyErrors(...rulesOf(PRODUCT_FIELDS, 'update', ['name', 'description']))
  @ApiErrors({ 404: [PRODUCT_NOT_FOUND] })
  @Conditional()
  @RequireScope('products:write')
  update(
    @Param('pid') pid: string,
    @Body() body: UpdateProductDto,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<ProductDto> {
    return this.products.update(pid, body, actor, ifMatch);
  }

  /** Deletes the record and returns it as it was; license keys of the product stay. */
  @Delete(':pid')
  @ApiOperation({ operationId: 'deleteProduct' })
  @ApiPid()
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [PRODUCT_NOT_FOUND] })
  @Conditional()
  @RequireScope('products:write')
  delete(
    @Param('pid') pid: string,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<ProductDto> {
    return this.products.delete(pid, actor, ifMatch);
  }
}

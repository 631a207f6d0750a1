import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

@Controller()
class EmptyController {
  @Get()
  nothing(): string {
    return 'ok';
  }
}

@Module({ controllers: [EmptyController] })
class EmptyModule {}

/** The first yardstick: NestJS on Express with default settings and a handler that does nothing. */
const app = await NestFactory.create(EmptyModule, { logger: false });
await app.listen(Number(process.env.PORT), '127.0.0.1');

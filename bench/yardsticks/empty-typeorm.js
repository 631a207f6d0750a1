import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';

/**
 * The yardstick of a start: NestJS on Express and TypeORM with default settings, no entity, one statement. In plain
 * JavaScript, like a built application, so that no compiler adds to its start.
 */
class EmptyController {
  constructor(dataSource) {
    this.dataSource = dataSource;
  }

  nothing() {
    return this.dataSource.query('SELECT 1 AS one');
  }
}
Controller()(EmptyController);
InjectDataSource()(EmptyController, undefined, 0);
Get()(
  EmptyController.prototype,
  'nothing',
  Object.getOwnPropertyDescriptor(EmptyController.prototype, 'nothing'),
);

class EmptyModule {}
const database = TypeOrmModule.forRoot({ type: 'postgres', url: process.env.DATABASE_URL });
Module({ imports: [database], controllers: [EmptyController] })(EmptyModule);

const app = await NestFactory.create(EmptyModule, { logger: false });
await app.listen(Number(process.env.PORT), '127.0.0.1');

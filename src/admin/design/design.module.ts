import { Module } from '@nestjs/common';
import { DesignConsole } from './design.console.js';

@Module({ controllers: [DesignConsole] })
export class AdminDesignModule {}

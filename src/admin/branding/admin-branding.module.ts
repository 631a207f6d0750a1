import { Module } from '@nestjs/common';
import { BrandingModule } from '../../identity/branding/branding.module.js';
import { AdminClientsModule } from '../clients/admin-clients.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { BrandingConsole } from './branding.console.js';
import { BrandingController } from './branding.controller.js';
import { BrandingService } from './branding.service.js';

@Module({
  imports: [AdminClientsModule, BrandingModule, ShellModule],
  controllers: [BrandingConsole, BrandingController],
  providers: [BrandingService],
})
export class AdminBrandingModule {}

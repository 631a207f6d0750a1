# Node 24 is recommended (README.md); Hearth runs on any from 20.19 (package.json, "engines").
ARG NODE=24-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /hearth
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY docs docs
COPY src src
COPY client client
RUN npm run build

FROM node:${NODE} AS packages
WORKDIR /hearth
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --workspaces=false

FROM node:${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# All that is written, and only without DATABASE_URL: the rest of the file system may be read-only.
RUN mkdir /data && chown node:node /data
VOLUME /data
WORKDIR /hearth
COPY package.json ./
COPY deploy/healthcheck.mjs deploy/
COPY --from=packages /hearth/node_modules node_modules
COPY --from=build /hearth/dist dist
# `node`, by its number: Kubernetes does not look up whether a name is root's (runAsNonRoot).
USER 1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "deploy/healthcheck.mjs"]
CMD ["node", "dist/main.js"]

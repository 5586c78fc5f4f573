# cmake -DFROM=web -DTO=build/dist -P site.cmake: the hand-written part of the site (type declarations are for tsc only).
file(COPY "${FROM}/" DESTINATION "${TO}" PATTERN "*.d.ts" EXCLUDE)
